using System.Runtime.CompilerServices;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;

namespace Fathom.Cli.Commands.Calls;

/// <summary>The request messages of one call: those of <c>--data</c>, checked before the call, or of standard input as they come.</summary>
internal sealed class CallRequests
{
    private readonly RequestData? _data;
    private readonly MethodSchema _method;
    private readonly DescriptorSet _types;
    private readonly RequestDataOptions _options;

    public CallRequests(RequestSettings sent, CalledMethod called, FathomConsole console)
    {
        (_method, _types) = (called.Method, called.Types ?? DescriptorSet.BuiltIn);
        _options = new RequestDataOptions
        {
            Folder = console.Folder, Time = console.Time, StandardInput = console.OpenInput,
            Environment = name => console.Environment.GetValueOrDefault(name), MayBeEmpty = _method.IsClientStreaming,
        };
        var text = sent.Data?.Text;
        if (_method.IsClientStreaming && !sent.IsEncoded && text is "@" or "@-")
        {
            return;
        }

        // Without data a unary call has an empty message, and a stream has none, as with grpcurl.
        _data = sent.IsEncoded && (text is not null || !_method.IsClientStreaming)
            ? RequestData.Encoded(EncodedData.Read(sent.Data, sent.Format, console))
            : RequestData.Read(text ?? (_method.IsClientStreaming ? "" : "{}"), _method.Input, _types, _options);
        if (!_method.IsClientStreaming && _data.Count != 1)
        {
            throw CommandException.Usage($"--data: it has {_data.Count} messages; {_method.FullPath[1..]} takes one");
        }
    }

    /// <summary>The messages; each is valid until the next is requested.</summary>
    /// <param name="stop">Ends the wait for standard input.</param>
    public async IAsyncEnumerable<ReadOnlyMemory<byte>> ReadAsync([EnumeratorCancellation] CancellationToken stop)
    {
        if (_data is null)
        {
            await foreach (var message in RequestStream.ReadAsync(_method.Input, _types, _options, stop))
            {
                yield return message;
            }

            yield break;
        }

        using var source = _data.Open();
        for (var i = 0L; i < _data.Count; i++)
        {
            yield return source.Get(i);
        }
    }
}
