interface Symbol { readonly description: string | undefined }
