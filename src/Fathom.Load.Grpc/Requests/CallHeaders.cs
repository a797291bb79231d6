using System.Text;
using Fathom.Load.Grpc.Calls;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Load.Grpc.Requests;

/// <summary>Opens the streams of calls with their header fields: those that all calls of a method have, and those of each call. Owned by
/// one worker.</summary>
/// <param name="templates">The fields of each method, shared by all workers.</param>
/// <param name="target">What is called.</param>
/// <param name="failed">Called when a value cannot be made.</param>
internal sealed class CallHeaders(IReadOnlyList<HeaderTemplate> templates, GrpcLoadTarget target, Action<RequestDataException> failed)
    : IDisposable
{
    private readonly HeaderTemplate[] _templates = [.. templates];

    private readonly (byte[] Name, IRequestMessages Values)[] _varying =
        [.. target.CallFields.Select(f => (Encoding.ASCII.GetBytes(f.Name), f.Values.Open()))];

    private readonly HeaderList _fields = new();

    /// <summary>Opens a stream; null where the connection takes no more.</summary>
    public Http2Stream? TryOpen(Http2Connection engine, LoadCall call)
    {
        var number = call.Ticket.Number;
        return engine.TryOpenStream(_templates.Length == 1 ? _templates[0] : _templates[target.Order!.Of(number).Method], Fields(number),
            endStream: false, call);
    }

    public void Dispose()
    {
        foreach (var (_, values) in _varying)
        {
            values.Dispose();
        }
    }

    private HeaderList? Fields(long call)
    {
        if (_varying.Length == 0)
        {
            return null;
        }

        _fields.Clear();
        foreach (var (name, values) in _varying)
        {
            try
            {
                // Not indexed: each value would push another out of the table, and with it the fields of the templates.
                _fields.Add(name, values.Get(call, 0).Span, HeaderIndexing.NoIndex);
            }
            catch (Exception e) when (e is ArgumentException or RequestDataException)
            {
                failed(e as RequestDataException ?? new RequestDataException($"--metadata: {e.Message}", e));
            }
        }

        return _fields;
    }
}
