/** Changes a field's type: the new type, its settings, and a preview of what happens to the values. */
import { Button } from '@mantine/core'
import { settingsOf } from '@muster/contract/fields/validate'
import { useState } from 'react'
import { fieldErrorText } from '../../../lib/errors.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { FormActions } from '../../../ui/FormField.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { useFieldContext } from '../field-context.ts'
import { fieldTypeUiOf } from '../types/index.ts'
import classes from './ChangeType.module.css'
import { ChangeTypePreview, type ChangeTypeProps, type Wanted } from './ChangeTypePreview.tsx'
import { checkTypeSettings } from './field-draft.ts'
import { TypePicker } from './TypePicker.tsx'

export function ChangeType(props: ChangeTypeProps) {
  const { field, onClose } = props
  const context = useFieldContext()
  const { t } = context
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const title = t('fields:change.title', { title: field.title })

  if (!wanted) {
    return (
      <Drawer title={title} onClose={onClose} isModal>
        <TypePicker
          without={field.dataType}
          onPick={(dataType) => {
            setWanted({ dataType, settings: settingsOf({ dataType, settings: {} }) })
            setErrors({})
            setPreviewed(false)
          }}
        />
      </Drawer>
    )
  }
  const { Settings } = fieldTypeUiOf(wanted.dataType)
  const preview = () => {
    // A choice field may have no list yet: the preview offers to create one from the texts.
    const wrong = Object.entries(checkTypeSettings(wanted.dataType, wanted.settings))
      .filter(([path, code]) => path !== 'settings.listId' || code !== 'required')
      .map(([path, code]) => [path.split('.')[1] ?? '', fieldErrorText({ path, code }, t as never)])
    setErrors(Object.fromEntries(wrong))
    setPreviewed(wrong.length === 0)
  }
  return (
    <Drawer title={title} onClose={onClose} isModal>
      <div className={classes.root}>
        <p className={classes.types}>
          {t(`dataTypes:name.${field.dataType}`)}
          <Glyph name="arrowRight" size={14} />
          <strong>{t(`dataTypes:name.${wanted.dataType}`)}</strong>
          <Button variant="default" size="xs" onClick={() => setWanted(null)}>
            {t('fields:change.otherType')}
          </Button>
        </p>
        <Settings
          key={wanted.dataType}
          settings={wanted.settings}
          onChange={(settings) => {
            setWanted({ ...wanted, settings })
            setPreviewed(false)
          }}
          errors={errors}
          context={context}
          dataCollectionId={props.dataCollectionId}
          isExisting={false}
        />
        {isPreviewed ? (
          <ChangeTypePreview
            {...props}
            wanted={wanted}
            context={context}
            onRefused={(problems) => {
              setErrors(problems)
              setPreviewed(false)
            }}
          />
        ) : (
          <FormActions>
            <Button onClick={preview}>{t('fields:change.preview')}</Button>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </FormActions>
        )}
      </div>
    </Drawer>
  )
}
