/** The shortest password that a system may allow, in characters, and its default (spec section 5). */
export const leastPasswordLength = 8
