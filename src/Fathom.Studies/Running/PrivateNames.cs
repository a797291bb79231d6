using System.Text.RegularExpressions;

namespace Fathom.Studies.Running;

/// <summary>
/// Removes from a text what names this machine, its user or its folders. Records and reports hold none of it (SECURITY.md); the messages
/// and the standard error of subjects do.
/// </summary>
/// <param name="user">The user's name.</param>
/// <param name="machine">The machine's name.</param>
/// <param name="folders">Folders to remove even where their names hold spaces, such as the user's home.</param>
public sealed partial class PrivateNames(string user, string machine, params IEnumerable<string> folders)
{
    private const string Path = "<path>";

    // They identify no user or machine, and replacing them would make an error unreadable ("root certificate").
    private static readonly string[] Common = ["", "root", "localhost"];

    private readonly string[] _folders =
        [.. folders.Select(f => f.TrimEnd('/', '\\')).Where(f => f.Length > 1).OrderByDescending(f => f.Length)];

    /// <summary>The names of this machine.</summary>
    public static PrivateNames OfThisMachine { get; } = Read();

    /// <summary>The text without them: <c>&lt;path&gt;/NAME</c>, <c>&lt;user&gt;</c> and <c>&lt;machine&gt;</c> stand in their
    /// place.</summary>
    public string RemoveFrom(string text)
    {
        foreach (var folder in _folders)
        {
            text = Regex.Replace(text, Regex.Escape(folder) + @"(?![\w-])", Path, RegexOptions.IgnoreCase);
        }

        text = FileUri().Replace(text, Path);
        text = UnixPathWithBlanks().Replace(text, m => $"{Path}/{m.Groups["name"].Value}");
        text = WindowsPathWithBlanks().Replace(text, m => $"{Path}\\{m.Groups["name"].Value}");
        text = UnixPath().Replace(text, m => $"{Path}/{m.Groups["name"].Value}");
        text = WindowsPath().Replace(text, m => $"{Path}\\{m.Groups["name"].Value}");
        text = Without(text, machine, "<machine>");
        return Without(text, user, "<user>");
    }

    private static string Without(string text, string name, string placeholder) => Common.Contains(name, StringComparer.OrdinalIgnoreCase)
        ? text
        : Regex.Replace(text, $@"(?<![\w-]){Regex.Escape(name)}(?![\w-])", placeholder, RegexOptions.IgnoreCase);

#pragma warning disable RS0030 // Banned, since records hold neither name: here they are read to be removed.
    private static PrivateNames Read() => new(
        Environment.UserName,
        Environment.MachineName,
        Environment.GetFolderPath(Environment.SpecialFolder.UserProfile),
        Directory.GetCurrentDirectory(),
        AppContext.BaseDirectory,
        System.IO.Path.GetTempPath());
#pragma warning restore RS0030

    [GeneratedRegex(@"file://[^\s'""<>)]+")]
    private static partial Regex FileUri();

    // Not the path of an address (http://host/path), nor a method (package.Service/Method). Kept: the kernel's folders, the same on every
    // machine, and /fathom/, which stands for the sources in our stack traces (PathMap).
    [GeneratedRegex(@"(?<![\w./>~-])~?/(?!(?:dev|proc|sys|fathom)/)(?:[^\s/'"":,;()<>|]+/)+(?<name>[^\s/'"":,;()<>|]*)")]
    private static partial Regex UnixPath();

    // Where quotes or a stack frame (in PATH:line 7) show the end of a path, its folders may hold blanks.
    [GeneratedRegex(@"(?<= in |['""])~?/(?!(?:dev|proc|sys|fathom)/)(?:[^\r\n/'""<>|]+/)+(?<name>[^\r\n/'""<>|]*?)(?=:line \d|['""])")]
    private static partial Regex UnixPathWithBlanks();

    [GeneratedRegex(
        @"(?<= in |['""])(?:[A-Za-z]:|\\\\[^\\\r\n'""<>|]+)\\(?:[^\\\r\n'""<>|:]+\\)*(?<name>[^\\\r\n'""<>|:]*?)(?=:line \d|['""])")]
    private static partial Regex WindowsPathWithBlanks();

    [GeneratedRegex(@"(?<![\w])(?:[A-Za-z]:|\\\\[^\\\s'""<>|]+)\\(?:[^\\\s'""<>|:]+\\)*(?<name>[^\\\s'""<>|:,;()]*)")]
    private static partial Regex WindowsPath();
}
