namespace Fathom.Doctor.Probes.Runtime.Code;

/// <summary>A method on a stack.</summary>
/// <param name="Method">With namespace and type, as the runtime names it.</param>
/// <param name="IsOwn">Whether it is the application's own, and no library's.</param>
internal readonly record struct CodeFrame(string Method, bool IsOwn);

/// <summary>Where in the application a stack is. Names are readable ones.</summary>
/// <param name="Own">The innermost method of its own.</param>
/// <param name="Calls">The method of a library that it calls there; null where it calls none.</param>
/// <param name="Caller">The next method of its own that calls it; null where there is none.</param>
internal sealed record CodePlace(string Own, string? Calls, string? Caller)
{
    private const string StateMachine = ".MoveNext";

    // What the compiler and the runtime put between a method and what it awaits.
    private static readonly string[] Plumbing =
    [
        "System.Runtime.CompilerServices.", "System.Diagnostics.Tracing.", "System.Threading.Tasks.TplEventSource.",
        "System.Threading.ExecutionContext.",
    ];

    /// <summary>Whether an operation that begins there is what <see cref="Own"/> itself calls, or is: not a part of that.</summary>
    public bool IsWhole { get; private init; }

    /// <summary>The place of a stack; null where none of its methods is the application's own.</summary>
    /// <param name="frames">Its methods, the innermost first.</param>
    public static CodePlace? Of(IReadOnlyList<CodeFrame> frames)
    {
        var at = frames.ToList().FindIndex(f => f.IsOwn);
        if (at < 0)
        {
            return null;
        }

        var inner = frames.Take(at).Select(f => f.Method)
            .Where(m => !Array.Exists(Plumbing, p => m.StartsWith(p, StringComparison.Ordinal))).ToList();
        var own = StackPlace.Readable(frames[at].Method);
        var machines = inner.FindAll(m => m.EndsWith(StateMachine, StringComparison.Ordinal));
        return new(own, inner.Count == 0 ? null : StackPlace.Readable(inner[^1]),
            frames.Skip(at + 1).Where(f => f.IsOwn).Select(f => StackPlace.Readable(f.Method)).FirstOrDefault(m => m != own))
        {
            IsWhole = machines.Count == 0 || (machines.Count == 1 && inner[0] == machines[0]),
        };
    }
}
