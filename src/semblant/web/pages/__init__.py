"""The screens, one module each: they read a form, change the policy, and fill a template."""
