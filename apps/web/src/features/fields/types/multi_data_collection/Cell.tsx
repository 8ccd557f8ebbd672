export { CollectionCell as Cell } from '../../picker/reference-cells.tsx'
