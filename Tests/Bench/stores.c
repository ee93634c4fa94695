// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "stores.h"

#include "programs.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// GnuPG's is a second one: the path of its agent's socket must not be long.
static char *folders[2];
static pid_t bench;

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *level) {
  (void)status, (void)type, (void)level;
  return remove(path);
}

static void pass_on(int signal) { kill(bench, signal); }

// The benchmark goes on in a process of its own; this one removes the folders when that has ended,
// however it ended.
static void leave_a_cleaner(void) {
  bench = fork();
  if (bench < 0) die("cannot fork");
  if (bench == 0) return;
  // The terminal sends it to both.
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, pass_on);
  signal(SIGHUP, pass_on);
  int status = 0;
  while (waitpid(bench, &status, 0) < 0 && errno == EINTR) continue;
  char *gpgconf = find_program("gpgconf");
  setenv("GNUPGHOME", folders[1], 1);
  if (gpgconf) run(&(struct program){.arguments = {gpgconf, "--kill", "gpg-agent", NULL}});
  for (int index = 0; index < 2; index++) nftw(folders[index], remove_one, 32, FTW_DEPTH | FTW_PHYS);
  exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static void make_folders(const char *folder) {
  char *path = NULL;
  if (asprintf(&path, "%s/stores.XXXXXX", folder) < 0 || !mkdtemp(path)) die(folder);
  folders[0] = realpath(path, NULL);
  folders[1] = strdup("/tmp/askcred-bench.XXXXXX");
  if (!folders[0] || !folders[1] || !mkdtemp(folders[1])) die("cannot make a folder");
}

static char *join(const char *folder, const char *name) {
  char *path = NULL;
  if (asprintf(&path, "%s/%s", folder, name) < 0) die("cannot name a file");
  return path;
}

static void must(struct program program) {
  if (run(&program)) return;
  fprintf(stderr, "bench: %s %s: failed\n", program.arguments[0],
          program.arguments[1] ? program.arguments[1] : "");
  exit(1);
}

// A store with the login that is looked up.
static char *make_store(const char *name, const char *askcred, const char *passphrase) {
  char *store = join(folders[0], name);
  if (passphrase)
    must((struct program){
        .arguments = {askcred, "init", "--stdin", NULL}, .store = store, .input = passphrase});
  else
    must((struct program){.arguments = {askcred, "init", "--no-passphrase", NULL}, .store = store});
  must((struct program){.arguments = {askcred, "save", "-u", ACCOUNT, "--stdin", SERVICE, NULL},
                        .store = store,
                        .input = PASSWORD "\n"});
  return store;
}

// Puts `count` logins into `store`, of which only the names are their own: the same file under each.
static void fill(const char *store, int count, int accounts) {
  char path[4096], entry[4096];
  snprintf(path, sizeof path, "%s/logins/https:%%2F%%2Fgit.example.com/" ACCOUNT ".age", store);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? -1 : read(file, entry, sizeof entry);
  if (length <= 0) die(path);
  close(file);
  for (int index = 0; index < count; index++) {
    int end = snprintf(path, sizeof path, "%s/logins/https:%%2F%%2Fhost%d.example.com", store,
                       index / accounts);
    if (index % accounts == 0 && mkdir(path, 0700)) die(path);
    snprintf(path + end, sizeof path - (size_t)end, "/user%d@example.org.age", index % accounts);
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0 || write(file, entry, (size_t)length) != length) die(path);
    close(file);
  }
}

static char *make_git(void) {
  char *path = join(folders[0], "git-credentials");
  FILE *file = fopen(path, "we");
  if (!file) die(path);
  for (int index = 0; index < FEW - 1; index++)
    fprintf(file, "https://user:secret%d@host%d.example.com\n", index, index);
  fprintf(file, "https://" ACCOUNT ":correct%%20horse%%20battery%%20staple@git.example.com\n");
  if (fclose(file)) die(path);
  return path;
}

// A store for a key without a passphrase.
static bool make_pass(const char *pass, const char *gpg) {
  setenv("GNUPGHOME", folders[1], 1);
  setenv("PASSWORD_STORE_DIR", join(folders[0], "pass"), 1);
  return run(&(struct program){.arguments = {gpg, "--batch", "--quiet", "--passphrase", "",
                                             "--quick-generate-key", "bench@example.org", NULL}}) &&
         run(&(struct program){.arguments = {pass, "init", "bench@example.org", NULL}});
}

struct stores make_stores(const char *folder, const char *askcred, const char *pass,
                          const char *gpg) {
  make_folders(folder);
  leave_a_cleaner();
  struct stores stores = {0};
  stores.few = make_store("few", askcred, NULL);
  fill(stores.few, FEW - 1, 1);
  stores.many = make_store("many", askcred, NULL);
  fill(stores.many, MANY - 1, 1);
  stores.crowded = make_store("crowded", askcred, NULL);
  fill(stores.crowded, MANY - 1, 1000);
  stores.unlocked = make_store("unlocked", askcred, "passphrase\n");
  fill(stores.unlocked, FEW - 1, 1);
  if (!run(&(struct program){.arguments = {askcred, "unlock", "--stdin", "--keep", "15m", NULL},
                             .store = stores.unlocked,
                             .input = "passphrase\n"}))
    stores.unlocked = NULL;
  stores.git = make_git();
  stores.has_pass = pass && gpg && make_pass(pass, gpg);
  // What was written is not to be written out while something is measured.
  sync();
  return stores;
}
