/* Which doctypes mean quirks: https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
 * The one thing that hangs on it is whether <table> closes a paragraph. */
#include "parser.h"

#include <string.h>

static const char *const QUIRKY_BEGINNINGS[] = {
    "+//Silmaril//dtd html Pro v0r11 19970101//",
    "-//AS//DTD HTML 3.0 asWedit + extensions//",
    "-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//",
    "-//IETF//DTD HTML 2.0 Level 1//",
    "-//IETF//DTD HTML 2.0 Level 2//",
    "-//IETF//DTD HTML 2.0 Strict Level 1//",
    "-//IETF//DTD HTML 2.0 Strict Level 2//",
    "-//IETF//DTD HTML 2.0 Strict//",
    "-//IETF//DTD HTML 2.0//",
    "-//IETF//DTD HTML 2.1E//",
    "-//IETF//DTD HTML 3.0//",
    "-//IETF//DTD HTML 3.2 Final//",
    "-//IETF//DTD HTML 3.2//",
    "-//IETF//DTD HTML 3//",
    "-//IETF//DTD HTML Level 0//",
    "-//IETF//DTD HTML Level 1//",
    "-//IETF//DTD HTML Level 2//",
    "-//IETF//DTD HTML Level 3//",
    "-//IETF//DTD HTML Strict Level 0//",
    "-//IETF//DTD HTML Strict Level 1//",
    "-//IETF//DTD HTML Strict Level 2//",
    "-//IETF//DTD HTML Strict Level 3//",
    "-//IETF//DTD HTML Strict//",
    "-//IETF//DTD HTML//",
    "-//Metrius//DTD Metrius Presentational//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 2.0 Tables//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 3.0 Tables//",
    "-//Netscape Comm. Corp.//DTD HTML//",
    "-//Netscape Comm. Corp.//DTD Strict HTML//",
    "-//O'Reilly and Associates//DTD HTML 2.0//",
    "-//O'Reilly and Associates//DTD HTML Extended 1.0//",
    "-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//",
    "-//SQ//DTD HTML 2.0 HoTMetaL + extensions//",
    "-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//",
    "-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//",
    "-//Spyglass//DTD HTML 2.0 Extended//",
    "-//Sun Microsystems Corp.//DTD HotJava HTML//",
    "-//Sun Microsystems Corp.//DTD HotJava Strict HTML//",
    "-//W3C//DTD HTML 3 1995-03-24//",
    "-//W3C//DTD HTML 3.2 Draft//",
    "-//W3C//DTD HTML 3.2 Final//",
    "-//W3C//DTD HTML 3.2//",
    "-//W3C//DTD HTML 3.2S Draft//",
    "-//W3C//DTD HTML 4.0 Frameset//",
    "-//W3C//DTD HTML 4.0 Transitional//",
    "-//W3C//DTD HTML Experimental 19960712//",
    "-//W3C//DTD HTML Experimental 970421//",
    "-//W3C//DTD W3 HTML//",
    "-//W3O//DTD W3 HTML 3.0//",
    "-//WebTechs//DTD Mozilla HTML 2.0//",
    "-//WebTechs//DTD Mozilla HTML//",
};
static const char *const QUIRKY_NAMES[] = {
    "-//W3O//DTD W3 HTML Strict 3.0//EN//",
    "-/W3C/DTD HTML 4.0 Transitional/EN",
    "HTML",
};
static const char *const QUIRKY_WITHOUT_SYSTEM[] = {
    "-//W3C//DTD HTML 4.01 Frameset//",
    "-//W3C//DTD HTML 4.01 Transitional//",
};
static const char QUIRKY_SYSTEM[] = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

typedef struct {
    const byte *data; /* NULL: not given */
    int32_t size;
} Identifier;

static int begins_with(Identifier own, const char *wanted) {
    int32_t size = (int32_t)strlen(wanted);
    return own.data && own.size >= size && is_same_name(own.data, (const byte *)wanted, size);
}

static int is_equal(Identifier own, const char *wanted) {
    return begins_with(own, wanted) && own.size == (int32_t)strlen(wanted);
}

static int begins_with_any(Identifier own, const char *const *wanted, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (begins_with(own, wanted[i])) return 1;
    return 0;
}

/* Read a quoted identifier behind white space. Return where it ends, NONE when it has no end. */
static int32_t read_identifier(const byte *source, int32_t at, int32_t end, Identifier *found) {
    while (at < end && is_white(source[at])) at++;
    if (at >= end || (source[at] != '"' && source[at] != '\'')) return at;
    const byte *quote = memchr(source + at + 1, source[at], (size_t)(end - at - 1));
    if (quote == NULL) return NONE;
    *found = (Identifier){source + at + 1, (int32_t)(quote - source) - at - 1};
    return (int32_t)(quote - source) + 1;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int are_quirky(Identifier public, Identifier system) {
    if (begins_with_any(public, QUIRKY_BEGINNINGS, COUNT(QUIRKY_BEGINNINGS))) return 1;
    for (size_t i = 0; i < COUNT(QUIRKY_NAMES); i++)
        if (is_equal(public, QUIRKY_NAMES[i])) return 1;
    if (system.data == NULL)
        return begins_with_any(public, QUIRKY_WITHOUT_SYSTEM, COUNT(QUIRKY_WITHOUT_SYSTEM));
    return is_equal(system, QUIRKY_SYSTEM);
}

/* Say whether the doctype whose rest stands from *at* (behind "<!doctype") to *end* means quirks. */
int is_quirky(const byte *source, int32_t at, int32_t end) {
    while (at < end && is_white(source[at])) at++;
    int32_t name = at;
    while (at < end && !is_white(source[at])) at++;
    if (at - name != 4 || !is_same_name(source + name, (const byte *)"html", 4)) return 1;
    while (at < end && is_white(source[at])) at++;
    if (at == end) return 0;
    Identifier public = {NULL, 0}, system = {NULL, 0};
    int is_public = end - at > 5 && is_same_name(source + at, (const byte *)"public", 6);
    if (!is_public && !(end - at > 5 && is_same_name(source + at, (const byte *)"system", 6)))
        return 1;
    at += 6;
    if (is_public) {
        at = read_identifier(source, at, end, &public);
        if (at == NONE || public.data == NULL) return 1;
    }
    at = read_identifier(source, at, end, &system);
    if (at == NONE || (!is_public && system.data == NULL)) return 1;
    if (is_public && system.data == NULL && at < end) return 1; /* something else: bogus */
    return are_quirky(public, system);
}
