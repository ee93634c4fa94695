// SPDX-License-Identifier: MIT
// libedit's variadic calls, one function each, and the three calls of terminfo that askcred makes.
#ifndef ASKCRED_CEDIT_H
#define ASKCRED_CEDIT_H

#include <bsd/stdio.h>
#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

typedef int (*askcred_edit_reader)(EditLine *, wchar_t *);
typedef unsigned char (*askcred_edit_command)(EditLine *, wint_t);
typedef wchar_t *(*askcred_edit_prompt)(EditLine *);

typedef int (*askcred_edit_writer)(void *owner, const char *bytes, int count);

// A stream for libedit to draw on, whose bytes `writer` gets; funopen(3bsd).
static inline FILE *askcred_edit_stream(void *owner, askcred_edit_writer writer) {
  return fwopen(owner, writer);
}

// Has libedit leave the terminal's settings alone from now on.
static inline void askcred_edit_let_go(EditLine *el) { el_wset(el, EL_EDITMODE, 0); }

static inline void askcred_edit_set_owner(EditLine *el, void *owner) {
  el_wset(el, EL_CLIENTDATA, owner);
}

static inline void *askcred_edit_owner(EditLine *el) {
  void *owner = NULL;
  el_wget(el, EL_CLIENTDATA, &owner);
  return owner;
}

static inline void askcred_edit_set_reader(EditLine *el, askcred_edit_reader reader) {
  el_wset(el, EL_GETCFN, reader);
}

static inline void askcred_edit_set_prompt(EditLine *el, askcred_edit_prompt prompt) {
  el_wset(el, EL_PROMPT, prompt);
}

static inline void askcred_edit_use_emacs_keys(EditLine *el) {
  el_wset(el, EL_EDITOR, L"emacs");
}

// `mode` is -d for the settings while a line is edited and -x for those after it; `setting` is
// one of stty(1)'s words, with a minus to switch it off.
static inline void askcred_edit_set_terminal(EditLine *el, const wchar_t *mode,
                                             const wchar_t *setting) {
  el_wset(el, EL_SETTY, mode, setting, NULL);
}

// libedit keeps the pointer to the name.
static inline void askcred_edit_add_draw_command(EditLine *el, askcred_edit_command command) {
  el_wset(el, EL_ADDFN, L"askcred-draw", L"", command);
}

static inline void askcred_edit_bind(EditLine *el, const wchar_t *key, const wchar_t *name) {
  el_wset(el, EL_BIND, key, name, NULL);
}

static inline void askcred_edit_redraw(EditLine *el) { el_wset(el, EL_REFRESH); }

// curs_terminfo(3). Declared here because <term.h> defines thousands of short macros.
extern int setupterm(const char *term, int filedes, int *errret);
extern char *tigetstr(const char *capname);

static inline int askcred_terminfo_start(int fd) {
  int problem;
  return setupterm(NULL, fd, &problem) == 0;
}

// The string of a capability, or null where the terminal does not have it.
static inline const char *askcred_terminfo_string(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *)-1 ? NULL : text;
}

#endif
