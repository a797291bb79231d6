using System.Text.Json;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime.Code;

/// <summary>
/// Tells the methods of an application from those of libraries: its projects are named in the <c>.deps.json</c> beside their assemblies
/// (dotnet/sdk, documentation/specs/runtime-configuration-file.md). Where there is none, by the names of known libraries. Reads one trace,
/// whose stacks have numbers of their own. Not thread-safe.
/// </summary>
/// <param name="process">The process, by whose root its files are found: it may be in a container.</param>
internal sealed class ApplicationCode(int process)
{
    private readonly Dictionary<string, HashSet<string>?> _projects = [];
    private readonly Dictionary<CallStackIndex, CodePlace?> _known = [];

    /// <summary>Where in the application a stack is; null where it is not in it.</summary>
    /// <param name="index">Its number.</param>
    /// <param name="stack">The stack.</param>
    public CodePlace? PlaceOf(CallStackIndex index, TraceCallStack? stack)
    {
        if (!_known.TryGetValue(index, out var place))
        {
            _known[index] = place = CodePlace.Of([.. FramesOf(stack)]);
        }

        return place;
    }

    /// <summary>The files of an application's own assemblies, by its <c>.deps.json</c>.</summary>
    /// <exception cref="JsonException">It is none.</exception>
    public static IEnumerable<string> ProjectsOf(string json)
    {
        using var document = JsonDocument.Parse(json);
        var root = document.RootElement;
        var own = root.GetProperty("libraries").EnumerateObject()
            .Where(l => l.Value.GetProperty("type").GetString() == "project").Select(l => l.Name).ToHashSet();
        foreach (var library in root.GetProperty("targets").EnumerateObject().SelectMany(t => t.Value.EnumerateObject()))
        {
            if (own.Contains(library.Name) && library.Value.TryGetProperty("runtime", out var files))
            {
                foreach (var file in files.EnumerateObject())
                {
                    yield return Path.GetFileName(file.Name);
                }
            }
        }
    }

    private IEnumerable<CodeFrame> FramesOf(TraceCallStack? stack)
    {
        for (var frame = stack; frame is not null; frame = frame.Caller)
        {
            if (frame.CodeAddress.FullMethodName is { Length: > 0 } method)
            {
                yield return new(method, IsOwn(frame.CodeAddress.ModuleFilePath, method));
            }
        }
    }

    private bool IsOwn(string? assembly, string method)
    {
        if (assembly is not { Length: > 0 } || Path.GetDirectoryName(assembly) is not { Length: > 0 } folder)
        {
            return !StackPlace.IsForeign(method);
        }

        if (!_projects.TryGetValue(folder, out var projects))
        {
            _projects[folder] = projects = Read(folder);
        }

        return projects is null ? !StackPlace.IsForeign(method) : projects.Contains(Path.GetFileName(assembly));
    }

    // Null where none names any.
    private HashSet<string>? Read(string folder)
    {
        try
        {
            var files = Directory.GetFiles(OperatingSystem.IsLinux() ? $"/proc/{process}/root{folder}" : folder, "*.deps.json");
            HashSet<string> all = [.. files.SelectMany(f => ProjectsOf(File.ReadAllText(f)))];
            return all.Count == 0 ? null : all;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException or KeyNotFoundException
            or InvalidOperationException)
        {
            return null;
        }
    }
}
