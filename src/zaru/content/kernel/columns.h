/* The columns that columns.c can fill, with their names in features.py. */
#ifndef ZARU_CONTENT_COLUMNS_H
#define ZARU_CONTENT_COLUMNS_H

#define LEVELS 5 /* features._LEVELS must be the same */

#define COLUMNS(X)                                                                               \
    X(LENGTH, "length") X(LINK, "link") X(LINKS, "links") X(STOPS, "stops")                      \
    X(COMMAS, "commas") X(DIGITS, "digits") X(DIGIT_SHARE, "digit_share")                        \
    X(UPPER_SHARE, "upper_share") X(CJK_SHARE, "cjk_share") X(STOP_SHARE, "stop_share")          \
    X(WORDS_A_STOP, "words_a_stop") X(LAST_KIND, "last_kind") X(HEADING, "heading")              \
    X(BLOCK_KIND, "block_kind") X(DEPTH, "depth")                                                \
    X(COPIES, "copies") X(COPY, "copy") X(IN_TITLE, "in_title") X(IN_ABOUT, "in_about")          \
    X(IN_BODY, "in_body")                                                                        \
    X(PLACE, "place") X(PLACE_LENGTH, "place_length") X(PLACE_GOOD, "place_good")                \
    X(SINCE_GOOD, "since_good") X(UNTIL_GOOD, "until_good") X(SINCE_DATE, "since_date")          \
    X(GOOD_AROUND, "good_around")                                                                \
    X(LENGTH_BY, "length-2") X(LENGTH_BY1, "length-1") X(LENGTH_BY2, "length+1")                 \
    X(LENGTH_BY3, "length+2")                                                                    \
    X(LINK_BY, "link-2") X(LINK_BY1, "link-1") X(LINK_BY2, "link+1") X(LINK_BY3, "link+2")       \
    X(ALIKE_BY, "alike-2") X(ALIKE_BY1, "alike-1") X(ALIKE_BY2, "alike+1")                       \
    X(ALIKE_BY3, "alike+2")                                                                      \
    X(ABOVE, "above") X(ABOVE_LEVEL, "above_level") X(ABOVE_LINK, "above_link")                  \
    X(BELOW, "below") X(SINCE_H1, "since_h1") X(SINCE_TOP, "since_top")                          \
    X(TOP_HEADINGS, "top_headings") X(TOP_GOOD, "top_good")                                      \
    X(SIBLINGS, "siblings")                                                                      \
    X(GOOD_1, "good_1") X(GOOD_2, "good_2") X(GOOD_3, "good_3") X(GOOD_4, "good_4")              \
    X(GOOD_5, "good_5")                                                                          \
    X(LINK_1, "link_1") X(LINK_2, "link_2") X(LINK_3, "link_3") X(LINK_4, "link_4")              \
    X(LINK_5, "link_5")                                                                          \
    X(SIZE_1, "size_1") X(SIZE_2, "size_2") X(SIZE_3, "size_3") X(SIZE_4, "size_4")              \
    X(SIZE_5, "size_5")                                                                          \
    X(LENGTH_1, "length_1") X(LENGTH_2, "length_2") X(LENGTH_3, "length_3")                      \
    X(STOPS_1, "stops_1") X(STOPS_2, "stops_2") X(STOPS_3, "stops_3")                            \
    X(REPEATS_1, "repeats_1") X(REPEATS_2, "repeats_2") X(REPEATS_3, "repeats_3")                \
    X(PLACE_1, "place_1") X(PLACE_2, "place_2") X(PLACE_3, "place_3")                            \
    X(DATES_1, "dates_1") X(DATES_2, "dates_2") X(DATES_3, "dates_3")                            \
    X(TOP_LEVEL, "top_level") X(TOP_SHARE, "top_share")                                          \
    X(BEFORE_50, "before_50") X(BEFORE_80, "before_80")                                          \
    X(AFTER_50, "after_50") X(AFTER_80, "after_80") X(MAIN_50, "main_50") X(MAIN_80, "main_80")  \
    X(ARTICLE_GOOD, "article_good") X(ARTICLE_FIRST, "article_first")                            \
    X(ARTICLE_REPEATS, "article_repeats")                                                        \
    X(ITEM_SIZE, "item_size") X(ITEM_REPEATS, "item_repeats") X(ITEM_LENGTH, "item_length")      \
    X(ITEM_LINK, "item_link") X(ITEM_DATES, "item_dates") X(ITEM_COUNT, "item_count")            \
    X(ITEMS_LENGTH, "items_length") X(ITEMS_GOOD, "items_good") X(ITEMS_MOST, "items_most")      \
    X(PAGE_ITEMS, "page_items")                                                                  \
    X(PATH_SIZE, "path_size") X(PATH_GOOD, "path_good") X(PATH_SHARE, "path_share")              \
    X(PATH_LENGTH, "path_length") X(PATH_LINK, "path_link")                                      \
    X(PAGE_ROWS, "page_rows") X(PAGE_IMAGES, "page_images") X(PAGE_INPUTS, "page_inputs")        \
    X(PAGE_ARTICLES, "page_articles") X(PAGE_SEGMENTS, "page_segments")                          \
    X(PAGE_LENGTH, "page_length") X(PAGE_GOOD, "page_good") X(PAGE_GOODS, "page_goods")          \
    X(PAGE_LINK, "page_link") X(PAGE_HEADINGS, "page_headings") X(PAGE_DATES, "page_dates")      \
    X(PAGE_PATHS, "page_paths") X(PAGE_CJK, "page_cjk") X(PAGE_ABOUT, "page_about")              \
    X(PAGE_BODY, "page_body") X(OG_ARTICLE, "og_article") X(OG_WEBSITE, "og_website")            \
    X(OG_PRODUCT, "og_product")                                                                  \
    X(TOKEN_LOW, "token_low") X(TOKEN_HIGH, "token_high") X(TOKEN_TOTAL, "token_total")          \
    X(TOKEN_OWN_0, "token_own_0") X(TOKEN_OWN_1, "token_own_1") X(TOKEN_OWN_2, "token_own_2")    \
    X(TOKEN_NEAR_0, "token_near_0") X(TOKEN_NEAR_1, "token_near_1")                              \
    X(TOKEN_NEAR_2, "token_near_2")

enum {
#define COLUMN(id, name) id,
    COLUMNS(COLUMN)
#undef COLUMN
    COLUMN_COUNT
};

#endif
