export { RecordCell as Cell } from '../../picker/reference-cells.tsx'
