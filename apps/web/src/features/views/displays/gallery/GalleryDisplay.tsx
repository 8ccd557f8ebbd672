/** Records as pictures, with their name and some fields under each. */

import { ThumbnailsSkeleton } from '../../../../ui/Skeletons.tsx'
import { Chip } from '../../../fields/public.ts'
import { ruleColor } from '../../rule-color.ts'
import { FieldBlocks } from '../parts/FieldBlocks.tsx'
import { Listed } from '../parts/Listed.tsx'
import { markOf } from '../parts/mark-of.ts'
import { Picture } from '../parts/Picture.tsx'
import type { DisplayProps } from '../parts/props.ts'
import { RecordTitle } from '../parts/RecordTitle.tsx'
import { useRecordName } from '../parts/use-record-name.ts'
import classes from './GalleryDisplay.module.css'

export function GalleryDisplay({ label, ...props }: DisplayProps) {
  const { source, display } = props
  const nameOf = useRecordName(display)
  const showsColor = display.fields.some(({ field }) => field.id === display.colorField?.id)
  return (
    <Listed {...props} skeleton={<ThumbnailsSkeleton />}>
      {(records, context) => (
        <ul className={`${classes.gallery} view-gallery`} aria-label={label}>
          {records.map((record) => {
            const name = nameOf(record, context)
            const shown = { record, name, source, display, context }
            const mark = markOf(display, record, context)
            const color = ruleColor(display.options.rowColors, record.mark) ?? mark?.color
            return (
              <li
                key={record.id}
                className={`${classes.item} view-item`}
                style={color ? { borderTopColor: color } : undefined}
              >
                <Picture {...shown} scale="tile" className={classes.picture} />
                <div className={classes.body}>
                  <RecordTitle {...shown} />
                  {/* A field that is displayed anyway needs no second chip. */}
                  {mark && !showsColor && <Chip text={mark.name} color={mark.color} />}
                  <FieldBlocks
                    record={record}
                    fields={display.fields}
                    context={context}
                    variant="line"
                    widthOf={() => 'full'}
                  />
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Listed>
  )
}
