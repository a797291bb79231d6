using System.Text;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;

namespace Fathom.Transport.Server.Native;

/// <summary>The header and trailer fields of one response. Fields common to gRPC responses are templates, encoded once per connection;
/// others are in lists. Composed by value into an exchange.</summary>
internal struct ResponseHeaders
{
    private static readonly HeaderTemplate GrpcHeader = new(
        new HeaderList().Add(":status"u8, "200"u8).Add("content-type"u8, "application/grpc"u8));
    private static readonly HeaderTemplate OkTrailer = new(new HeaderList().Add("grpc-status"u8, "0"u8));

    private HeaderList? _headers;
    private HeaderList? _trailers;
    private bool _isGrpc;
    private bool _isOk;

    public int StatusCode { get; set; }

    public readonly bool HasTrailers => _isOk || _trailers is not null;

    public void AddHeader(string name, string value)
    {
        if (name == GrpcHeaders.ContentType && value == GrpcContentType.Value)
        {
            _isGrpc = true;
        }
        else
        {
            Add(ref _headers, name, value);
        }
    }

    public void AddTrailer(string name, string value)
    {
        if (name == GrpcHeaders.Status && value == "0")
        {
            _isOk = true;
        }
        else
        {
            Add(ref _trailers, name, value);
        }
    }

    public readonly (HeaderTemplate? Template, HeaderList? Fields) Headers()
    {
        if (_isGrpc && StatusCode == 200)
        {
            return (GrpcHeader, _headers);
        }

        var all = new HeaderList().Add(":status"u8, Encoding.ASCII.GetBytes($"{StatusCode}"));
        if (_isGrpc)
        {
            all.Add("content-type"u8, "application/grpc"u8);
        }

        for (var i = 0; i < _headers?.Count; i++)
        {
            all.Add(_headers.Name(i), _headers.Value(i), _headers.Indexing(i));
        }

        return (null, all);
    }

    public readonly (HeaderTemplate? Template, HeaderList? Fields) Trailers() => (_isOk ? OkTrailer : null, _trailers);

    private static void Add(ref HeaderList? list, string name, string value)
    {
        list ??= new HeaderList();
        list.Add(Encoding.ASCII.GetBytes(name), Encoding.Latin1.GetBytes(value.Trim(' ')), HeaderIndexing.NoIndex);
    }
}
