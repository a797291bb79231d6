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

    public CallRequests(string? text, MethodSchema method, DescriptorSet types, FathomConsole console)
    {
        (_method, _types) = (method, types);
        _options = new RequestDataOptions
        {
            Folder = console.Folder, Time = console.Time, StandardInput = console.OpenInput,
            Environment = name => console.Environment.GetValueOrDefault(name), MayBeEmpty = method.IsClientStreaming,
        };
        if (method.IsClientStreaming && text is "@" or "@-")
        {
            return;
        }

        // Without data a unary call has an empty message, and a stream has none, as with grpcurl.
        _data = RequestData.Read(text ?? (method.IsClientStreaming ? "" : "{}"), method.Input, types, _options);
        if (!method.IsClientStreaming && _data.Count != 1)
        {
            throw CommandException.Usage($"--data: it has {_data.Count} messages; {method.FullPath[1..]} takes one");
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
