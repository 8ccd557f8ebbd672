export { ChoiceCell as Cell } from '../../picker/reference-cells.tsx'
