export { FileCell as Cell } from '../../files/cells.tsx'
