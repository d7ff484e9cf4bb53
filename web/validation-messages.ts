/** Makes zod's messages plain English in forms, where they begin with the field's name. */
import { z } from 'zod'
import { plainEnglish } from '#contract/values/validation-messages.ts'

z.config(plainEnglish())
