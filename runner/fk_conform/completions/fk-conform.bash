# Completion of fk-conform in bash; to load it now: eval "$(fk-conform completion bash)"

_fk_conform() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("${line%%$'\t'*}")
    done < <(fk-conform completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    # What still wants a value after = is not followed by a space.
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && type compopt &>/dev/null; then
        compopt -o nospace
    fi
}

# Where nothing fits, files do.
complete -o default -F _fk_conform fk-conform
