using System.Text;

namespace Fathom.Link.Linux;

/// <summary>The last 8,192 characters of a stream of a process. Safe from any thread.</summary>
internal sealed class OutputTail
{
    private const int MaxLength = 8192;

    private readonly StringBuilder _text = new();

    public OutputTail(TextReader reader) => Closed = ReadAsync(reader);

    /// <summary>Completes when all writers have closed the stream: a child that outlives the process may hold it open.</summary>
    public Task Closed { get; }

    /// <summary>Waits for the close, at most as long as given; what is there by then, trimmed.</summary>
    public async Task<string> TextAsync(TimeSpan within)
    {
        await Closed.WaitAsync(within).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        lock (_text)
        {
            return _text.ToString().Trim();
        }
    }

    private async Task ReadAsync(TextReader reader)
    {
        var buffer = new char[1024];
        while (await reader.ReadAsync(buffer) is > 0 and var count)
        {
            lock (_text)
            {
                _text.Append(buffer, 0, count);
                _text.Remove(0, Math.Max(0, _text.Length - MaxLength));
            }
        }
    }
}
