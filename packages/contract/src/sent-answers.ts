/**
 * Answers of the API that a page carries, as the text of script elements that do not run: between the server, which
 * writes them, and the client, which takes them instead of calling.
 */

/** The address, as the client would call it. */
export const answerAttribute = 'data-answer'

/** Where in a team's events the answer was read, as `positionHeader` says it. */
export const answerPositionAttribute = 'data-position'
