/** The first look of a public wizard, for the thread that makes it as HTML. */
export { FirstLook } from './FirstLook.tsx'
