using Fathom.SubjectProtocol.Flags;

namespace Fathom.SubjectProtocol.Subjects;

/// <summary>What a subject declares about itself; its manifest follows from it.</summary>
public sealed record SubjectDeclaration
{
    /// <summary>Name of the subject: its folder, and <c>fathom-NAME.dll</c>.</summary>
    public required string Name { get; init; }

    /// <summary>One sentence about it.</summary>
    public required string Text { get; init; }

    /// <summary>Its roles: <see cref="SubjectManifest.Server"/>, <see cref="SubjectManifest.Client"/>.</summary>
    public required IReadOnlyList<string> Roles { get; init; }

    /// <summary>What it needs of a machine.</summary>
    public IReadOnlyList<string> Needs { get; init; } = [];

    /// <summary>Its flags.</summary>
    public IReadOnlyList<SubjectFlag> Flags { get; init; } = [];

    /// <summary>Its workloads; null for a server.</summary>
    public WorkloadRegistry? Workloads { get; init; }

    /// <summary>The manifest.</summary>
    public SubjectManifest ToManifest() => new()
    {
        Name = Name, Text = Text, Roles = Roles, Needs = Needs, Flags = [.. Flags.Select(f => f.Info)],
        Workloads = Workloads?.Describe() ?? [],
    };
}

/// <summary>The outer frame of every subject: <c>--describe</c>, the flags, and exit codes.</summary>
public static class SubjectProgram
{
    private const int UsageExit = 2;
    private const int MissingExit = 3;

    /// <summary>Runs a subject.</summary>
    /// <param name="subject">The declaration.</param>
    /// <param name="arguments">The command line.</param>
    /// <param name="main">The subject itself; a <see cref="FormatException"/> from it is a usage error too.</param>
    /// <param name="explain">The message for a failure caused by the machine, such as a port in use; null where it is another one, which
    /// then ends the process with a stack trace.</param>
    /// <returns>0; 2 for a usage error; 3 where the machine lacks something. The message goes to standard error.</returns>
    public static async Task<int> RunAsync(
        SubjectDeclaration subject, IReadOnlyList<string> arguments, Func<FlagValues, Task> main, Func<Exception, string?>? explain = null)
    {
        if (arguments is [SubjectCommand.Describe])
        {
            await Console.Out.WriteLineAsync(subject.ToManifest().ToJson());
            return 0;
        }

        try
        {
            await main(FlagParser.Parse(subject.Flags, arguments));
            return 0;
        }
        catch (FormatException e)
        {
            await Console.Error.WriteLineAsync(e.Message);
            return UsageExit;
        }
        catch (Exception e) when (explain?.Invoke(e) is not null)
        {
            await Console.Error.WriteLineAsync(explain(e));
            return MissingExit;
        }
    }
}
