using Fathom.Schema.Faults;

namespace Fathom.Schema.Compiler;

/// <summary>The .proto files to read, as every compiler wants them: each below one of the import paths.</summary>
/// <param name="Paths">The folders in which files and imports are looked for, in this order; full paths.</param>
/// <param name="Names">The files, relative to one of them.</param>
internal sealed record ProtoInputs(IReadOnlyList<string> Paths, IReadOnlyList<string> Names)
{
    /// <summary>Finds files and folders.</summary>
    /// <param name="files">The files: paths, or names below an import path.</param>
    /// <param name="importPaths">The folders; empty: the folder of each file.</param>
    /// <param name="folder">Where relative paths start.</param>
    /// <exception cref="SchemaException">A file or folder is not there.</exception>
    public static ProtoInputs Find(IReadOnlyList<string> files, IReadOnlyList<string> importPaths, string folder)
    {
        if (importPaths.FirstOrDefault(path => !Directory.Exists(Path.Combine(folder, path))) is { } missing)
        {
            throw SchemaException.Input($"--import-path: there is no folder '{missing}'; give a folder in which imports are looked for");
        }

        var paths = new List<string>();
        paths.AddRange(importPaths.Select(path => Full(path, folder)));
        var names = files.Select(file => NameOf(file, folder, importPaths.Count > 0, paths)).ToList();
        return new([.. paths.Distinct(StringComparer.Ordinal)], names);
    }

    // The name of a file below an import path. One that lies elsewhere brings its own folder.
    private static string NameOf(string file, string folder, bool hasPaths, List<string> paths)
    {
        var full = Full(file, folder);
        foreach (var path in hasPaths ? paths : [])
        {
            if (File.Exists(Path.Combine(path, file)))
            {
                return Checked(file);
            }

            if (File.Exists(full) && full.StartsWith(path + Path.DirectorySeparatorChar, StringComparison.Ordinal))
            {
                return Checked(Path.GetRelativePath(path, full));
            }
        }

        if (!File.Exists(full))
        {
            throw SchemaException.Input($"--proto: there is no file '{file}'"
                + (hasPaths ? " here or below an import path" : "; a name below another folder needs --import-path"));
        }

        paths.Add(Path.GetDirectoryName(full)!);
        return Checked(Path.GetFileName(full));
    }

    // protoc would read it as a flag.
    private static string Checked(string name) =>
        name.StartsWith('-') ? throw SchemaException.Input($"--proto: '{name}' begins with a dash; rename the file") : name;

    private static string Full(string path, string folder) =>
        Path.TrimEndingDirectorySeparator(Path.GetFullPath(Path.Combine(folder, path)));
}
