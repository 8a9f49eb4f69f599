import '../../world/plate-typed.ts'
