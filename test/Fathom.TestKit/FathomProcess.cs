using System.Diagnostics;
using System.Globalization;
using Fathom.Studies.Running.Sources;
using Fathom.Link;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.TestKit;

/// <summary><c>fathom</c> as a process of its own. A test owns it; disposing it ends it and everything it started.</summary>
public sealed class FathomProcess : IDisposable
{
    private readonly ChildProcess _process;

    private FathomProcess(ChildProcess process) => _process = process;

    /// <summary>Where the build put the program.</summary>
    public static string Folder => Path.Combine(Repository.Root, "artifacts", "bin", "Fathom.Cli", Configuration);

    /// <summary>The program that the tests' build left: <c>dotnet exec</c> runs it.</summary>
    public static string Program => Path.Combine(Folder, "fathom.dll");

    /// <summary>Its id.</summary>
    public int Id => _process.Id;

    /// <summary>Its standard output so far.</summary>
    public string Output => _process.Output;

    /// <summary>Its standard error so far.</summary>
    public string Error => _process.Errors;

    /// <summary>Starts it, with these arguments.</summary>
    public static FathomProcess Start(params string[] arguments) => StartWith(new Dictionary<string, string>(), arguments);

    /// <summary>Starts it, with further variables in its environment.</summary>
    public static FathomProcess StartWith(IReadOnlyDictionary<string, string> environment, params string[] arguments) =>
        StartAt(null, environment, arguments);

    /// <summary>Starts it at an end of a link, or beside all links, with further variables in its environment.</summary>
    public static FathomProcess StartAt(LinkEnd? end, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        string[] command = ["exec", Program, .. arguments];
        return Start(
            end?.StartInfo(SubjectCatalog.DotnetHost, command) ?? new ProcessStartInfo(SubjectCatalog.DotnetHost, command), environment);
    }

    /// <summary>Starts it in a control group, with further variables in its environment.</summary>
    /// <param name="processes">The group's file that a process writes its id into to enter it.</param>
    /// <param name="environment">The variables.</param>
    /// <param name="arguments">The arguments.</param>
    public static FathomProcess StartIn(string processes, IReadOnlyDictionary<string, string> environment, params string[] arguments) =>
        Start(new ProcessStartInfo("sh",
            ["-c", "echo $$ > \"$0\" && exec \"$@\"", processes, SubjectCatalog.DotnetHost, "exec", Program, .. arguments]), environment);

    private static FathomProcess Start(ProcessStartInfo info, IReadOnlyDictionary<string, string> environment)
    {
        // Those that the tests' build left, whatever was edited since.
        info.Environment[SubjectSources.Variable] = BuiltSubjects.Folder;
        foreach (var (name, value) in environment)
        {
            info.Environment[name] = value;
        }

        return new FathomProcess(ChildProcess.Start(info));
    }

    /// <summary>Writes a line to its standard input.</summary>
    public Task TypeAsync(string line) => _process.WriteLineAsync(line);

    /// <summary>Ends its standard input.</summary>
    public void CloseInput() => _process.CloseInput();

    /// <summary>Waits for its end; its exit code.</summary>
    public Task<int> ExitAsync(TimeSpan within) => _process.ExitAsync(within);

    /// <summary>Sends what Ctrl-C sends.</summary>
    public void Interrupt() => _process.Interrupt();

    /// <summary>Sends SIGTERM.</summary>
    public void Terminate() => _process.Terminate();

    /// <summary>Ends it at once, and not its children.</summary>
    public void Kill() => _process.Kill();

    /// <summary>The processes it started, and theirs.</summary>
    public IReadOnlyList<int> Descendants() => DescendantsOf(Id);

    /// <summary>Whether a process runs.</summary>
    public static bool Runs(int id)
    {
        try
        {
            // A zombie has ended.
            return File.ReadAllText($"/proc/{id}/stat").Split(')')[^1].Trim()[0] != 'Z';
        }
        catch (IOException)
        {
            return false;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _process.Dispose();

    /// <summary>The configuration that the tests were built in: <c>debug</c> or <c>release</c>.</summary>
    public static string Configuration { get; } =
        AppContext.BaseDirectory.Contains("release", StringComparison.Ordinal) ? "release" : "debug";

    /// <summary>The processes that a process started, and theirs.</summary>
    public static IReadOnlyList<int> DescendantsOf(int parent)
    {
        var children = new List<int>();
        foreach (var folder in Directory.GetDirectories("/proc").Where(d => int.TryParse(Path.GetFileName(d), out _)))
        {
            try
            {
                if (File.ReadAllText(Path.Combine(folder, "stat")).Split(')')[^1]
                    .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1] == $"{parent}")
                {
                    children.Add(int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture));
                }
            }
            catch (IOException)
            {
                // It ended meanwhile.
            }
        }

        return [.. children, .. children.SelectMany(DescendantsOf)];
    }
}
