/** Cuts a logo out of a picture: moved by pointer or arrow keys, with its zoom and its shape. */
import { Button, Slider } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormActions } from '../../../ui/FormField.tsx'
import styles from '../../../ui/shared.module.css'
import classes from './account.module.css'
import { type Area, cropPicture, withinFrame } from './crop.ts'

/** Below 1 the picture gets a transparent margin. */
const zooms = { min: 0.5, max: 4 }

export function CropDialog({
  file,
  title,
  ratios,
  onSave,
  onClose,
}: {
  file: File
  title: string
  /** Width divided by height. */
  ratios: { min: number; max: number }
  /** @returns an error text, or null when it is saved */
  onSave(picture: Blob): Promise<string | null>
  onClose(): void
}) {
  const { t } = useTranslation(['teams', 'common'])
  const format = useFormat()
  const url = useObjectUrl(file)
  const picture = useRef<HTMLImageElement | null>(null)
  const area = useRef<Area | null>(null)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [shown, setShown] = useState({ width: 0, height: 0 })
  const [frame, setFrame] = useState({ width: 0, height: 0 })
  const [ratio, setRatio] = useState(ratios.max)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function save() {
    if (!picture.current || !area.current) return
    setBusy(true)
    setError('')
    const failure = await cropPicture(picture.current, area.current, ratio)
      .then(onSave)
      .catch(() => t('teams:account.crop.unreadable'))
    setBusy(false)
    if (failure === null) onClose()
    else setError(failure)
  }

  return (
    <Dialog title={title} onClose={onClose} width={560}>
      <div className={styles.stack16}>
        <div className={classes.cropper}>
          {url && (
            <Cropper
              image={url}
              crop={withinFrame(crop, { width: shown.width * zoom, height: shown.height * zoom }, frame)}
              zoom={zoom}
              minZoom={zooms.min}
              maxZoom={zooms.max}
              aspect={ratio}
              restrictPosition={false}
              keyboardStep={8}
              showGrid={false}
              disableAutomaticStylesInjection
              cropperProps={{ 'aria-label': t('teams:account.crop.area'), role: 'group' }}
              mediaProps={{
                alt: '',
                onError: () => setError(t('teams:account.crop.unreadable')),
              }}
              setImageRef={(image) => {
                picture.current = image.current
              }}
              onMediaLoaded={({ naturalWidth, naturalHeight }) => {
                const own = naturalWidth / naturalHeight
                setRatio(Math.min(ratios.max, Math.max(ratios.min, own)))
              }}
              setMediaSize={setShown}
              setCropSize={setFrame}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={(_, pixels) => {
                area.current = pixels
              }}
            />
          )}
        </div>
        <p className={styles.note}>{t('teams:account.crop.help')}</p>
        <Slide
          label={t('teams:account.crop.zoom')}
          text={format.percent(zoom)}
          value={zoom}
          range={zooms}
          step={0.05}
          onChange={setZoom}
        />
        {ratios.min < ratios.max && (
          <Slide
            label={t('teams:account.crop.shape')}
            text={`${format.number(Math.round(ratio * 10) / 10)} : ${format.number(1)}`}
            value={ratio}
            range={ratios}
            step={0.1}
            onChange={setRatio}
          />
        )}
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <FormActions>
          <Button loading={isBusy} onClick={() => void save()}>
            {t('teams:account.crop.save')}
          </Button>
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}

function Slide({
  label,
  text,
  value,
  range,
  step,
  onChange,
}: {
  label: string
  text: string
  value: number
  range: { min: number; max: number }
  step: number
  onChange(value: number): void
}) {
  return (
    <div className={classes.slide}>
      <span>{label}</span>
      <Slider
        thumbLabel={label}
        label={null}
        min={range.min}
        max={range.max}
        step={step}
        value={value}
        onChange={onChange}
        thumbProps={{ 'aria-valuetext': text }}
      />
      <span>{text}</span>
    </div>
  )
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
