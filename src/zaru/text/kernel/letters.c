/* The table of characters, and how much of a text is Japanese: japanese.py is the reference. */
#include "letters.h"

#include "utf8.h"

uint16_t letter_table[TABLE_SIZE];

typedef struct {
    uint32_t first, last;
} Range;

static const Range KANA[] = {
    {0x3041, 0x3096}, {0x3099, 0x309F}, {0x30A1, 0x30FA}, {0x30FC, 0x30FF}, {0x31F0, 0x31FF}, {0xFF66, 0xFF9F}, {0, 0},
};
static const Range KANJI[] = {
    {0x3005, 0x3007}, {0x3038, 0x303B}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF},
    {0xF900, 0xFAFF}, {0x3300, 0x3357}, {0x337B, 0x337F}, {0, 0},
};
static const Range KATAKANA[] = {{0x30A1, 0x30FA}, {0x30FC, 0x30FC}, {0, 0}}; /* ァ-ヺー */
static const Range HIRAGANA[] = {{0x3041, 0x3096}, {0, 0}};
static const Range WHITE[] = {
    {0x9, 0xD}, {0x1C, 0x20}, {0x85, 0x85}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A},
    {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0, 0},
};
static const Range PUNCTUATION[] = {
    {'!', '#'}, {'%', '*'}, {',', '/'}, {':', ';'}, {'?', '@'}, {'[', ']'}, {'_', '_'}, {'{', '{'}, {'}', '}'},
    {0xA1, 0xA1}, {0xA7, 0xA7}, {0xAB, 0xAB}, {0xAD, 0xAD}, {0xB6, 0xB7}, {0xBB, 0xBB}, {0xBF, 0xBF},
    {0x200B, 0x2027}, {0x202A, 0x205E}, {0x2060, 0x206F}, {0x2212, 0x2212}, {0x3003, 0x3003}, {0x3008, 0x300B},
    {0x3010, 0x3011}, {0x3014, 0x301F}, {0x3030, 0x3030}, {0x303D, 0x303D}, {0x30FB, 0x30FB}, {0xFE00, 0xFE0F},
    {0xFE30, 0xFE4F}, {0xFEFF, 0xFEFF}, {0xFF01, 0xFF03}, {0xFF05, 0xFF0A}, {0xFF0C, 0xFF0F}, {0xFF1A, 0xFF1B},
    {0xFF1F, 0xFF20}, {0xFF3B, 0xFF3D}, {0xFF3F, 0xFF3F}, {0xFF5B, 0xFF5B}, {0xFF5D, 0xFF60}, {0xFF65, 0xFF65}, {0, 0},
};
static const Range NOT_XML[] = {{0, 0x8}, {0xB, 0xC}, {0xE, 0x1F}, {0xD800, 0xDFFF}, {0xFFFE, 0xFFFF}, {0, 0}};
static const Range STARS[] = {{0x2600, 0x2604}, {0x2639, 0x263B}, {0x2763, 0x2763}, {0x2728, 0x2728}, {0, 0}};
static const Range ASCII_WORDS[] = {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {0xFF10, 0xFF19}, {0xFF21, 0xFF3A}, {0xFF41, 0xFF5A}, {0, 0}};

static void add_ranges(const Range *ranges, uint16_t kinds) {
    for (; ranges->last; ranges++)
        for (uint32_t letter = ranges->first; letter <= ranges->last; letter++) letter_table[letter] |= kinds;
}

/* Add what the characters of a text in UTF-8 are. */
static void add_letters(const char *letters, uint16_t kinds) {
    for (const uint8_t *at = (const uint8_t *)letters; *at;) letter_table[next_letter(&at)] |= kinds;
}

void prepare_letters(void) {
    add_ranges(KANA, LETTER);
    add_ranges(KANJI, LETTER | NOUN);
    add_ranges(KATAKANA, NOUN);
    add_ranges(HIRAGANA, SPEECH);
    add_ranges(WHITE, NEUTRAL);
    add_ranges(PUNCTUATION, NEUTRAL);
    add_ranges(NOT_XML, UNWRITABLE);
    add_ranges(ASCII_WORDS, LATIN_DIGIT);
    add_ranges(STARS, ENDER | ORNAMENT);
    add_letters("ー゛゜", DASH);
    add_letters("、。｡､「」『』｢｣", SIGN);
    add_letters("★☆●○◎◆◇■□▲△▼▽♦♥♣♠━─═＝=→←↑↓⇒｜|＊*※♪♫~〜～_＿<>＜＞≪≫+＋#＃ 　", DECORATION);
    add_letters("^＾_＿zｚ笑爆汗泣wｗ。｡！？!?‼⁇⁈⁉❗❓…‥⋯・･．.♪♫♬♩", ENDER);
    add_letters("☆★♡♥❤", ENDER | ORNAMENT);
    add_letters("\xEF\xB8\x8F\xE2\x80\x8D", ORNAMENT); /* U+FE0F, U+200D */
    add_letters("「｢『（(【［[｛{〈《≪〔“〝」｣』）)】］]｝}〉》≫〕”〟", BRACKET);
    add_letters("^＾´｀ω∀▽∇≧≦￣⌒‿Дд_＿", FACE_PART);
    add_letters("大苦爆失微冷滝核照泣笑汗涙怒謎嘘死哀悲殴wｗぇおオヲマ", MOOD);
    add_letters("ー〜～っッ！？!?。…", SPEECH);
    add_letters("、，をっとなのにはもが", STOPPED | CRIED);
    add_letters("でだみくぐよねかさわぞけしへやま", CRIED);
}

uint16_t find_rare_kinds(Py_UCS4 letter) {
    if (letter >= 0x1AFF0 && letter <= 0x1B16F) return LETTER;
    if (letter >= 0x20000 && letter <= 0x323AF) return LETTER | NOUN;
    return letter >= 0x1F300 && letter <= 0x1FAFF ? ENDER | ORNAMENT : 0;
}

double measure_japanese(const Py_UCS4 *at, const Py_UCS4 *end) {
    Py_ssize_t japanese = 0, others = 0, letters = 0;
    for (; at < end; at++) {
        uint16_t kinds = kinds_of(*at);
        letters += (kinds & (LETTER | DASH)) == LETTER;
        if (kinds & (LETTER | SIGN)) japanese++;
        else others += !(kinds & NEUTRAL);
    }
    return letters ? (double)japanese / (double)(japanese + others) : 0.0;
}

/* ---- columns --------------------------------------------------------------------------------- */

static int is_blank(Py_UCS4 letter) { return letter == ' ' || letter == 0x3000; }

static int is_narrow(Py_UCS4 letter) { return (letter >= ' ' && letter <= '~') || (letter >= 0xFF61 && letter <= 0xFF9F); }

/* measure_width(line): the columns that it takes without blanks at its end. */
PyObject *measure_width(PyObject *module, PyObject *line) {
    if (!PyUnicode_Check(line)) return PyErr_Format(PyExc_TypeError, "a line is a str");
    Py_ssize_t length = PyUnicode_GET_LENGTH(line), width = 0;
    int kind = PyUnicode_KIND(line);
    const void *data = PyUnicode_DATA(line);
    while (length > 0 && is_blank(PyUnicode_READ(kind, data, length - 1))) length--;
    for (Py_ssize_t i = 0; i < length; i++) width += is_narrow(PyUnicode_READ(kind, data, i)) ? 1 : 2;
    return PyLong_FromSsize_t(width);
}
