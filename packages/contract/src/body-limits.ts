/** Limits for JSON request bodies, in bytes. An endpoint that needs more than the default names one of these. */

/** Enough for a form. Public endpoints never accept more. */
export const defaultBodyLimit = 100 * 1024

/** Filters with thousands of values, lists of 50,000 ids, style sheets, the mapping of a wide file. */
export const largeBodyLimit = 1024 * 1024

/** One record, whose formatted texts may have 100,000 characters each. */
export const recordBodyLimit = 4 * 1024 * 1024

/** Thousands of records in one request. */
export const bulkBodyLimit = 64 * 1024 * 1024
