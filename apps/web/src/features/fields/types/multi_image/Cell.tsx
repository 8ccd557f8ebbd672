export { ImageCell as Cell } from '../../files/cells.tsx'
