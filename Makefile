# SPDX-License-Identifier: MIT
#
#   make                 build the program, .build/release/askcred
#   make run             install what is missing, build, ask for a login, keep and print it;
#                        or run it with arguments: make run ARGS="-p 'API token'"
#   make test            install what is missing, build, run every test
#   make lint            check the manner of the sources, the manual and the completions
#   make bench           measure side by side what the design gives a budget for
#   make install         into PREFIX (/usr/local), below DESTDIR; make uninstall takes it out
#   make clean           remove .build
#
# STATIC=no links against the shared C libraries, for distributions.

PREFIX = /usr/local
DESTDIR =
STATIC ?= yes
ARGS =
# What `make run` keeps a login for.
example = https://git.example.com
export STATIC

# The Debian packages that each target needs. `make`, `make install` and `make clean` install none.
#
# Static libedit pulls in libbsd, libmd and libtinfo (libncurses-dev).
BUILD_PACKAGES = libedit-dev libbsd-dev libmd-dev libncurses-dev \
  libcrypt-dev libjansson-dev libkeyutils-dev libsodium-dev libutf8proc-dev
# Judges (the readers of what is printed), shells that the completions and the sh format are for,
# and what watches the program from outside.
TEST_PACKAGES = $(BUILD_PACKAGES) \
  bash bash-completion busybox dash fish ksh mksh zsh \
  age apache2-utils borgbackup cifs-utils cracklib-runtime curl e2fsprogs git jq keyutils \
  libpwquality-tools mandoc mariadb-client nginx-light openssh-client openssl passwd perl-base \
  postgresql procps python3 python3-dotenv restic strace systemd tmux util-linux wget
LINT_PACKAGES = fish mandoc shellcheck zsh
BENCH_PACKAGES = $(BUILD_PACKAGES) findutils gcc git gnupg libc6-dev pass

program = .build/release/askcred
bindir = $(DESTDIR)$(PREFIX)/bin
datadir = $(DESTDIR)$(PREFIX)/share
bash_completion = $(datadir)/bash-completion/completions/askcred
zsh_completion = $(datadir)/zsh/site-functions/_askcred
fish_completion = $(datadir)/fish/vendor_completions.d/askcred.fish

pages1 = $(wildcard man/*.1)
pages5 = $(wildcard man/*.5)

# $(call need,PACKAGES) leaves apt alone where every package is there, and on a system without dpkg.
define need
@command -v dpkg-query >/dev/null || { \
  echo "not a Debian system: these have to be there already: $(strip $(1))" >&2; exit 0; }; \
there=" $$(dpkg-query -W -f '$${db:Status-Status}:$${Package} ' $(1) 2>/dev/null)"; \
missing=; \
for package in $(1); do \
  case $$there in *" installed:$$package "*) ;; *) missing="$$missing $$package" ;; esac; \
done; \
[ -n "$$missing" ] || exit 0; \
if [ "$$(id -u)" -eq 0 ]; then as=env; \
elif command -v sudo >/dev/null; then as='sudo env'; \
else echo "to be installed by root, and there is no sudo: apt-get install$$missing" >&2; exit 1; fi; \
echo "installing$$missing"; \
apt="$$as DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300"; \
$$apt update && $$apt install --no-install-recommends $$missing
endef

.PHONY: all run test lint bench install uninstall clean
# Builds share one folder and lock each other out.
.NOTPARALLEL:

all: .build/module-maps .build/start-order
	swift build -c release --disable-local-rpath --product askcred

# The package manager does not notice a change of a module map.
.build/module-maps: $(wildcard Sources/*/module.modulemap)
	@if [ -e $@ ]; then swift package clean; fi
	@mkdir -p $(@D) && touch $@

# Nor that of the order of functions in the program.
.build/start-order: Sources/askcred/start.ld
	@rm -f $(program)
	@mkdir -p $(@D) && touch $@

$(program):
	$(MAKE) all

run:
	$(call need,$(BUILD_PACKAGES))
	@$(MAKE) --no-print-directory all
	@$(if $(ARGS),$(program) $(ARGS),$(program) save $(example) && $(program) get -f lines $(example))

test:
	$(call need,$(TEST_PACKAGES))
	@$(MAKE) --no-print-directory all
	@ASKCRED='$(CURDIR)/$(program)' swift test --disable-xctest

lint:
	$(call need,$(LINT_PACKAGES))
	swift-format lint --strict --parallel -r Sources $(wildcard Tests) Package.swift
# Which other manuals are there is a matter of the machine.
	@! mandoc -T lint -W style $(pages1) $(pages5) 2>&1 | \
	  grep -v -e 'referenced manual not found' -e 'outdated mandoc.db'
	shellcheck .ci/run completions/askcred.bash
	zsh -n completions/_askcred
	fish --no-execute completions/askcred.fish
	@! grep -rnw unsafe Sources/Arguments Sources/Formats Sources/askcred \
	  || { echo 'no unsafe code belongs in the places above' >&2; exit 1; }
	@! git grep -L 'SPDX-License-Identifier: MIT' -- '*.swift' '*.[ch]' Makefile .ci man completions \
	  | grep . || { echo 'the files above lack their licence line' >&2; exit 1; }
	@! git ls-files -- .build .swiftpm '*.[oa]' | grep . \
	  || { echo 'the files above are products and not to be kept in git' >&2; exit 1; }

bench:
	$(call need,$(BENCH_PACKAGES))
	@$(MAKE) --no-print-directory all .build/bench/bench .build/bench/readpassphrase
# What users run: a file fresh from the linker lies in the page cache in smaller pieces, and starts
# more slowly.
	@install -D -m 755 $(program) .build/bench/askcred
	@.build/bench/bench .build/bench/askcred .build/bench/readpassphrase .build/bench

bench_sources = $(addprefix Tests/Bench/,bench.c programs.c stores.c)

.build/bench/bench: $(bench_sources) $(wildcard Tests/Bench/*.h)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -Wall -Wextra -Werror -o $@ $(bench_sources)

# As `cc` builds a program that is given nothing else: against the shared libraries.
.build/bench/readpassphrase: Tests/Bench/readpassphrase.c
	@mkdir -p $(@D)
	$(CC) -O2 -Wall -Wextra -Werror -o $@ $< -lbsd

install: $(program)
	install -D -m 755 $(program) $(bindir)/askcred
	for page in $(notdir $(pages1)); do \
	  install -D -m 644 man/$$page $(datadir)/man/man1/$$page || exit; done
	for page in $(notdir $(pages5)); do \
	  install -D -m 644 man/$$page $(datadir)/man/man5/$$page || exit; done
	install -D -m 644 completions/askcred.bash $(bash_completion)
	install -D -m 644 completions/_askcred $(zsh_completion)
	install -D -m 644 completions/askcred.fish $(fish_completion)

uninstall:
	rm -f $(bindir)/askcred
	rm -f $(addprefix $(datadir)/man/man1/,$(notdir $(pages1)))
	rm -f $(addprefix $(datadir)/man/man5/,$(notdir $(pages5)))
	rm -f $(bash_completion) $(zsh_completion) $(fish_completion)

clean:
	rm -rf .build
