import { Checkbox, type CheckboxProps } from './checkbox.tsx'

/** On or off, at once. */
export const Switch = (props: Omit<CheckboxProps, 'kind'>) => <Checkbox {...props} kind="switch" />
