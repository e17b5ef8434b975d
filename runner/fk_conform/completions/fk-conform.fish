# Completion of fk-conform in fish; to load it now: fk-conform completion fish | source

function __fk_conform_complete
    set --local words (commandline --tokenize --cut-at-cursor --current-process) (commandline --current-token --cut-at-cursor)
    fk-conform completion fish -- $words[2..-1] 2>/dev/null
end

complete --command fk-conform --keep-order --arguments '(__fk_conform_complete)'
