using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Fathom.Subjects.Protocol;

/// <summary>
/// The subject's side of the line protocol on standard input and output (docs/subject-protocol.md). It reads on a thread of its
/// own: a workload may hold every thread of the pool, and the end of standard input must end the process all the same, since that
/// is how a subject learns that its runner is gone.
/// </summary>
public sealed class SubjectProtocol
{
    private readonly TextReader _input;
    private readonly TextWriter _output;
    private readonly BlockingCollection<string> _commands = [];

    /// <summary>Speaks over the given streams.</summary>
    public SubjectProtocol(TextReader input, TextWriter output)
    {
        _input = input;
        _output = output;
    }

    /// <summary>Speaks over this process's standard input and output and leaves Ctrl-C to the runner, which shares the terminal.</summary>
    public static SubjectProtocol OfThisProcess()
    {
        // Not disposed: it holds for the life of the process.
        _ = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => signal.Cancel = true);
        return new SubjectProtocol(Console.In, Console.Out);
    }

    /// <summary>Says that the subject can be used.</summary>
    /// <param name="address">Where it listens, for a server.</param>
    /// <param name="certificate">The certificate it shows there, PEM, for a server with TLS.</param>
    public void Ready(string? address = null, string? certificate = null) =>
        Reply(new SubjectReady(address, certificate), SubjectReplyContext.Default.SubjectReady);

    /// <summary>Says that what a process does only once is done.</summary>
    public void Warm() => Say("warm");

    /// <summary>Says that counting has begun.</summary>
    public void Begun() => Say("begun");

    /// <summary>Says that garbage has been collected and the memory given back.</summary>
    public void Collected() => Say("collected");

    /// <summary>Says what was counted.</summary>
    public void Figures(SubjectFigures figures) => Reply(figures, SubjectReplyContext.Default.SubjectFigures);

    /// <summary>Says that the subject cannot go on, and why.</summary>
    public void Failed(string message) => Reply(new SubjectFailed(message), SubjectReplyContext.Default.SubjectFailed);

    /// <summary>
    /// Carries out commands on the calling thread, one after another; the process exits with 0 when standard input ends,
    /// also in the middle of one.
    /// </summary>
    /// <param name="command">Given the command's name and the rest of its line.</param>
    public async Task RunAsync(Func<string, string, Task> command)
    {
        new Thread(Read) { Name = "commands", IsBackground = true }.Start();
        foreach (var line in _commands.GetConsumingEnumerable())
        {
            var space = line.IndexOf(' ', StringComparison.Ordinal);
            await command(space < 0 ? line : line[..space], space < 0 ? "" : line[(space + 1)..]);
        }
    }

    private void Read()
    {
        while (_input.ReadLine() is { } line)
        {
            _commands.Add(line);
        }

        Environment.Exit(0);
    }

    private void Say(string what) => Reply(new SubjectWord(what), SubjectReplyContext.Default.SubjectWord);

    private void Reply<T>(T reply, JsonTypeInfo<T> type)
    {
        _output.WriteLine(JsonSerializer.Serialize(reply, type));
        _output.Flush();
    }
}
