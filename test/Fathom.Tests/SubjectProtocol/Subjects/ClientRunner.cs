using System.Threading.Channels;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;

namespace Fathom.Tests.SubjectProtocol.Subjects;

/// <summary>The runner's end of a client in this process. Its input never ends: that would end this process.</summary>
internal sealed class ClientRunner
{
    private readonly Channel<string> _commands = Channel.CreateUnbounded<string>();
    private readonly Channel<string> _replies = Channel.CreateUnbounded<string>();

    public ClientRunner(WorkloadRegistry workloads)
    {
        var session = new SubjectSession(new Input(_commands.Reader), new Output(_replies.Writer));
        // Handles commands on the calling thread, for ever.
        new Thread(() => ClientSubject.FollowAsync(session, workloads).GetAwaiter().GetResult()) { IsBackground = true }.Start();
    }

    public async Task<SubjectReply> ReadAsync() =>
        SubjectReply.Parse(await _replies.Reader.ReadAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(60)));

    public Task<SubjectReply> AskAsync(string command)
    {
        _commands.Writer.TryWrite(command);
        return ReadAsync();
    }

    private sealed class Input(ChannelReader<string> lines) : TextReader
    {
        public override string? ReadLine() => lines.ReadAsync().AsTask().GetAwaiter().GetResult();
    }

    private sealed class Output(ChannelWriter<string> lines) : StringWriter
    {
        public override void WriteLine(string? value) => lines.TryWrite(value!);
    }
}
