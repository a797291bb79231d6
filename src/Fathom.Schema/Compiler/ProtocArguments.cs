using Fathom.Schema.Faults;

namespace Fathom.Schema.Compiler;

/// <summary>Makes protoc's arguments: protoc wants every file to be below one of the import paths.</summary>
internal static class ProtocArguments
{
    public static IReadOnlyList<string> Plan(IReadOnlyList<string> files, IReadOnlyList<string> importPaths, string folder)
    {
        if (importPaths.FirstOrDefault(path => !Directory.Exists(Path.Combine(folder, path))) is { } missing)
        {
            throw SchemaException.Input($"--import-path: there is no folder '{missing}'; give a folder in which imports are looked for");
        }

        var paths = new List<string>();
        paths.AddRange(importPaths.Select(path => Full(path, folder)));
        var names = files.Select(file => NameOf(file, folder, importPaths.Count > 0, paths)).ToList();
        if (ProtocProgram.Imports is { } own)
        {
            paths.Add(own);
        }

        return [.. paths.Distinct(StringComparer.Ordinal).Select(path => $"--proto_path={path}"), .. names];
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
