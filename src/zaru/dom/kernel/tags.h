/* The tags that tree construction or later work names, and their categories:
 * https://html.spec.whatwg.org/multipage/parsing.html#special and below. */
#ifndef ZARU_DOM_TAGS_H
#define ZARU_DOM_TAGS_H

#include <stdint.h>

enum {
    SPECIAL = 1,        /* the special category */
    SCOPE = 2,          /* ends a scope */
    FORMATTING = 4,     /* the formatting category */
    IMPLIED = 8,        /* its end tag may be implied */
    THOROUGH = 16,      /* … or is implied thoroughly */
    CLOSES_P = 32,      /* its start tag in body closes a paragraph, and that is all */
    ENDS_BLOCK = 64,    /* its end tag in body closes the nearest one in scope */
    HEADING = 128,      /* h1 to h6 */
    BREAKS_OUT = 256,   /* its start tag leaves SVG and MathML */
    HEAD_CONTENT = 512, /* belongs to the head, and is processed as there in the body */
    TABLE_PART = 1024,  /* caption col colgroup tbody tfoot thead */
    TABLE_CELL = 2048,  /* td th */
    VOID_IN_BODY = 4096, /* area br embed img keygen wbr: no content, not in a frameset */
    FOSTERS = 8192,     /* table tbody tfoot thead tr: no place for anything else */
};

#define BLOCK (SPECIAL | CLOSES_P | ENDS_BLOCK)

#define TAGS(X)                                                                                   \
    X(TEXT, "#text", 0)                                                                           \
    X(A, "a", FORMATTING) X(ABBR, "abbr", 0) X(ACRONYM, "acronym", 0)                             \
    X(ADDRESS, "address", BLOCK) X(ANNOTATION_XML, "annotation-xml", 0)                           \
    X(APPLET, "applet", SPECIAL | SCOPE) X(AREA, "area", SPECIAL | VOID_IN_BODY)                  \
    X(ARTICLE, "article", BLOCK) X(ASIDE, "aside", BLOCK) X(AUDIO, "audio", 0)                    \
    X(B, "b", FORMATTING | BREAKS_OUT) X(BASE, "base", SPECIAL | HEAD_CONTENT)                    \
    X(BASEFONT, "basefont", SPECIAL | HEAD_CONTENT) X(BDI, "bdi", 0) X(BDO, "bdo", 0)             \
    X(BGSOUND, "bgsound", SPECIAL | HEAD_CONTENT) X(BIG, "big", FORMATTING | BREAKS_OUT)          \
    X(BLOCKQUOTE, "blockquote", BLOCK | BREAKS_OUT) X(BODY, "body", SPECIAL | BREAKS_OUT)         \
    X(BR, "br", SPECIAL | BREAKS_OUT | VOID_IN_BODY) X(BUTTON, "button", SPECIAL | ENDS_BLOCK)    \
    X(CANVAS, "canvas", 0) X(CAPTION, "caption", SPECIAL | SCOPE | THOROUGH | TABLE_PART)         \
    X(CENTER, "center", BLOCK | BREAKS_OUT) X(CIRCLE, "circle", 0) X(CITE, "cite", 0)             \
    X(CODE, "code", FORMATTING | BREAKS_OUT) X(COL, "col", SPECIAL | TABLE_PART)                  \
    X(COLGROUP, "colgroup", SPECIAL | THOROUGH | TABLE_PART) X(DATA, "data", 0)                   \
    X(DATALIST, "datalist", 0) X(DD, "dd", SPECIAL | IMPLIED | THOROUGH | BREAKS_OUT)             \
    X(DEFS, "defs", 0) X(DEL, "del", 0) X(DESC, "desc", 0) X(DETAILS, "details", BLOCK)           \
    X(DFN, "dfn", 0) X(DIALOG, "dialog", CLOSES_P | ENDS_BLOCK) X(DIR, "dir", BLOCK)              \
    X(DIV, "div", BLOCK | BREAKS_OUT) X(DL, "dl", BLOCK | BREAKS_OUT)                             \
    X(DT, "dt", SPECIAL | IMPLIED | THOROUGH | BREAKS_OUT)                                        \
    X(EM, "em", FORMATTING | BREAKS_OUT) X(EMBED, "embed", SPECIAL | BREAKS_OUT | VOID_IN_BODY)   \
    X(FIELDSET, "fieldset", BLOCK) X(FIGCAPTION, "figcaption", BLOCK)                             \
    X(FIGURE, "figure", BLOCK) X(FONT, "font", FORMATTING) X(FOOTER, "footer", BLOCK)             \
    X(FOREIGNOBJECT, "foreignobject", 0) X(FORM, "form", SPECIAL) X(FRAME, "frame", SPECIAL)      \
    X(FRAMESET, "frameset", SPECIAL) X(G, "g", 0)                                                 \
    X(H1, "h1", SPECIAL | HEADING | BREAKS_OUT) X(H2, "h2", SPECIAL | HEADING | BREAKS_OUT)       \
    X(H3, "h3", SPECIAL | HEADING | BREAKS_OUT) X(H4, "h4", SPECIAL | HEADING | BREAKS_OUT)       \
    X(H5, "h5", SPECIAL | HEADING | BREAKS_OUT) X(H6, "h6", SPECIAL | HEADING | BREAKS_OUT)       \
    X(HEAD, "head", SPECIAL | BREAKS_OUT) X(HEADER, "header", BLOCK) X(HGROUP, "hgroup", BLOCK)   \
    X(HR, "hr", SPECIAL | BREAKS_OUT) X(HTML, "html", SPECIAL | SCOPE)                            \
    X(I, "i", FORMATTING | BREAKS_OUT) X(IFRAME, "iframe", SPECIAL) X(IMAGE, "image", 0)          \
    X(IMG, "img", SPECIAL | BREAKS_OUT | VOID_IN_BODY) X(INPUT, "input", SPECIAL)                 \
    X(INS, "ins", 0) X(ISINDEX, "isindex", 0) X(KBD, "kbd", 0)                                    \
    X(KEYGEN, "keygen", SPECIAL | VOID_IN_BODY) X(LABEL, "label", 0) X(LEGEND, "legend", 0)       \
    X(LI, "li", SPECIAL | IMPLIED | THOROUGH | BREAKS_OUT) X(LINE, "line", 0)                     \
    X(LINK, "link", SPECIAL | HEAD_CONTENT) X(LISTING, "listing", SPECIAL | ENDS_BLOCK | BREAKS_OUT) \
    X(MAIN, "main", BLOCK) X(MALIGNMARK, "malignmark", 0) X(MAP, "map", 0) X(MARK, "mark", 0)     \
    X(MARQUEE, "marquee", SPECIAL | SCOPE) X(MATH, "math", 0) X(MENU, "menu", BLOCK | BREAKS_OUT) \
    X(META, "meta", SPECIAL | HEAD_CONTENT | BREAKS_OUT) X(METER, "meter", 0)                     \
    X(MGLYPH, "mglyph", 0) X(MI, "mi", 0) X(MN, "mn", 0) X(MO, "mo", 0) X(MS, "ms", 0)            \
    X(MTEXT, "mtext", 0) X(NAV, "nav", BLOCK) X(NOBR, "nobr", FORMATTING | BREAKS_OUT)            \
    X(NOEMBED, "noembed", SPECIAL) X(NOFRAMES, "noframes", SPECIAL | HEAD_CONTENT)                \
    X(NOSCRIPT, "noscript", SPECIAL) X(OBJECT, "object", SPECIAL | SCOPE)                         \
    X(OL, "ol", BLOCK | BREAKS_OUT) X(OPTGROUP, "optgroup", IMPLIED | THOROUGH)                   \
    X(OPTION, "option", IMPLIED | THOROUGH) X(OUTPUT, "output", 0)                                \
    X(P, "p", SPECIAL | CLOSES_P | IMPLIED | THOROUGH | BREAKS_OUT) X(PARAM, "param", SPECIAL)    \
    X(PATH, "path", 0) X(PICTURE, "picture", 0) X(PLAINTEXT, "plaintext", SPECIAL)                \
    X(POLYGON, "polygon", 0) X(PRE, "pre", SPECIAL | ENDS_BLOCK | BREAKS_OUT)                     \
    X(PROGRESS, "progress", 0) X(Q, "q", 0) X(RB, "rb", IMPLIED | THOROUGH) X(RECT, "rect", 0)    \
    X(RP, "rp", IMPLIED | THOROUGH) X(RT, "rt", IMPLIED | THOROUGH)                               \
    X(RTC, "rtc", IMPLIED | THOROUGH) X(RUBY, "ruby", BREAKS_OUT)                                 \
    X(S, "s", FORMATTING | BREAKS_OUT) X(SAMP, "samp", 0)                                         \
    X(SCRIPT, "script", SPECIAL | HEAD_CONTENT) X(SEARCH, "search", BLOCK)                        \
    X(SECTION, "section", BLOCK) X(SELECT, "select", SPECIAL | SCOPE | ENDS_BLOCK)                \
    X(SELECTEDCONTENT, "selectedcontent", 0)                                                      \
    X(SLOT, "slot", 0) X(SMALL, "small", FORMATTING | BREAKS_OUT) X(SOURCE, "source", SPECIAL)    \
    X(SPAN, "span", BREAKS_OUT) X(STRIKE, "strike", FORMATTING | BREAKS_OUT)                      \
    X(STRONG, "strong", FORMATTING | BREAKS_OUT) X(STYLE, "style", SPECIAL | HEAD_CONTENT)        \
    X(SUB, "sub", BREAKS_OUT) X(SUMMARY, "summary", BLOCK) X(SUP, "sup", BREAKS_OUT)              \
    X(SVG, "svg", 0) X(SYMBOL, "symbol", 0) X(TABLE, "table", SPECIAL | SCOPE | BREAKS_OUT | FOSTERS) \
    X(TBODY, "tbody", SPECIAL | THOROUGH | TABLE_PART | FOSTERS)                                  \
    X(TD, "td", SPECIAL | SCOPE | THOROUGH | TABLE_CELL)                                          \
    X(TEMPLATE, "template", SPECIAL | SCOPE | HEAD_CONTENT) X(TEXTAREA, "textarea", SPECIAL)      \
    X(TFOOT, "tfoot", SPECIAL | THOROUGH | TABLE_PART | FOSTERS)                                  \
    X(TH, "th", SPECIAL | SCOPE | THOROUGH | TABLE_CELL)                                          \
    X(THEAD, "thead", SPECIAL | THOROUGH | TABLE_PART | FOSTERS) X(TIME, "time", 0)               \
    X(TITLE, "title", SPECIAL | HEAD_CONTENT) X(TR, "tr", SPECIAL | THOROUGH | FOSTERS)           \
    X(TRACK, "track", SPECIAL) X(TT, "tt", FORMATTING | BREAKS_OUT)                               \
    X(U, "u", FORMATTING | BREAKS_OUT) X(UL, "ul", BLOCK | BREAKS_OUT) X(USE, "use", 0)           \
    X(VAR, "var", BREAKS_OUT) X(VIDEO, "video", 0) X(WBR, "wbr", SPECIAL | VOID_IN_BODY)          \
    X(XMP, "xmp", SPECIAL)

enum {
#define TAG(id, name, kinds) TAG_##id,
    TAGS(TAG)
#undef TAG
    TAG_COUNT
};

extern const uint32_t TAG_KINDS[TAG_COUNT];
extern const char *const TAG_NAMES[TAG_COUNT];
extern const uint8_t TAG_SIZES[TAG_COUNT]; /* of their names */

#endif
