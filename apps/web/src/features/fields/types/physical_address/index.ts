import type { PhysicalAddress } from '@muster/contract/fields/types/physical_address'
import { onOneLine } from '../common/cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { addressLines } from './address.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type AddressSettings, Settings } from './Settings.tsx'

export const physicalAddress = fieldTypeUi<PhysicalAddress, AddressSettings>({
  icon: 'fas fa-location-dot',
  group: 'structured',
  Cell,
  Editor,
  Settings,
  grid: { display: (value, _field, context) => onOneLine(addressLines(value, context).join(', ')) },
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
