using System.Collections.Concurrent;
using System.Runtime.InteropServices;

namespace Fathom.SubjectProtocol.Subjects;

/// <summary>
/// The subject's end of the protocol: standard input and output. It reads on a thread of its own: a workload may block every thread of the
/// pool, and the end of standard input must still end the process, since it is the only sign that the runner is gone.
/// </summary>
/// <param name="input">The runner's commands.</param>
/// <param name="output">The replies.</param>
public sealed class SubjectSession(TextReader input, TextWriter output)
{
    // The runner waits for 5 s; then it ends the process by force.
    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(4);

    private readonly BlockingCollection<string> _commands = [];

    /// <summary>Opens the session over this process's standard streams. Ctrl-C is ignored: it reaches every process of the terminal, and
    /// the runner decides.</summary>
    public static SubjectSession OfThisProcess()
    {
        // Not disposed: it holds for the life of the process.
        _ = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => signal.Cancel = true);
        return new SubjectSession(Console.In, Console.Out);
    }

    /// <summary>Writes a reply.</summary>
    public void Reply(SubjectReply reply)
    {
        output.WriteLine(reply.ToLine());
        output.Flush();
    }

    /// <summary>
    /// Handles commands on the calling thread, one after another. The process exits with 0 when standard input ends, also while a command
    /// is being handled.
    /// </summary>
    /// <param name="handle">Receives the command's word and the rest of its line.</param>
    /// <param name="end">Ends what the process owns beyond itself, such as other processes and files, before it exits; it has 4 s.</param>
    public async Task FollowAsync(Func<string, string, Task> handle, Func<Task>? end = null)
    {
        new Thread(() => Read(end)) { Name = "commands", IsBackground = true }.Start();
        foreach (var line in _commands.GetConsumingEnumerable())
        {
            var (word, argument) = SubjectCommand.Split(line);
            await handle(word, argument);
        }
    }

    private void Read(Func<Task>? end)
    {
        while (input.ReadLine() is { } line)
        {
            _commands.Add(line);
        }

        if (end is not null)
        {
            // Does not throw: the process ends in any case.
            Task.WaitAny([end()], ToEnd);
        }

        Environment.Exit(0);
    }
}
