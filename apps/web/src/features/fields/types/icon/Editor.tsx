import { IconButton } from '../../../../ui/IconButton.tsx'
import { IconPicker } from '../../../../ui/IconPicker.tsx'
import classes from '../common/Entry.module.css'
import type { EditorProps } from '../definition.ts'

export const inputs = 'one'

export function Editor(props: EditorProps<string, object>) {
  const { value, onChange, onCommit, context, isReadOnly } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus has left
    <div className={classes.line} onBlur={props.onBlur}>
      <IconPicker
        id={props.id}
        value={value ?? ''}
        isDisabled={isReadOnly}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid}
        aria-required={props.isRequired}
        onChange={(icon) => {
          onChange(icon)
          onCommit()
        }}
      />
      {value && !isReadOnly && (
        <IconButton glyph="close" label={context.t('common:clear')} onClick={() => onChange(null)} />
      )}
    </div>
  )
}
