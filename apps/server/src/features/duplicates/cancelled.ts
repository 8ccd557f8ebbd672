/** Somebody cancelled it: nothing of it stays, and nothing is wrong. */
export class Cancelled extends Error {}
