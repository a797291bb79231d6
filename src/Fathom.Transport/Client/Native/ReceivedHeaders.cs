using System.Globalization;
using Fathom.Transport.Connections;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;

namespace Fathom.Transport.Client.Native;

/// <summary>Collects the fields of one header section of a response. Composed by value into a call.</summary>
internal struct ReceivedHeaders
{
    private string? _contentType;
    private string? _status;
    private string? _message;
    private string? _badMetadata;

    public int HttpStatus { get; private set; }

    public string? Encoding { get; private set; }

    public Metadata? Metadata { get; private set; }

    public readonly bool HasStatus => _status is not null;

    public void Add(in HeaderField field, HeaderStringCache texts)
    {
        switch (field.KnownHeader)
        {
            case KnownHeader.Status:
                HttpStatus = int.Parse(field.Value, NumberStyles.None, CultureInfo.InvariantCulture);
                break;
            case KnownHeader.ContentType:
                _contentType = texts.Get(field).Value;
                break;
            default:
                Add(texts.Get(field));
                break;
        }
    }

    /// <summary>OK for a gRPC response, else the status that the HTTP response stands for.</summary>
    public readonly Status Check(bool isWeb) =>
        GrpcResponse.Check(HttpStatus, _contentType, Metadata?.GetValue(GrpcHeaders.Server), isWeb);

    /// <summary>The status in these fields; Internal when their metadata cannot be decoded.</summary>
    public readonly Status ReadStatus() => CheckMetadata() is { IsOk: false } bad ? bad : GrpcResponse.ReadStatus(_status, _message);

    /// <summary>Not OK when metadata cannot be decoded.</summary>
    public readonly Status CheckMetadata() =>
        _badMetadata is null ? Status.Ok : new Status(StatusCode.Internal, _badMetadata);

    public void Add(in KeyValuePair<string, string> field)
    {
        switch (field.Key)
        {
            case GrpcHeaders.Status:
                _status = field.Value;
                break;
            case GrpcHeaders.Message:
                _message = field.Value;
                break;
            case GrpcHeaders.Encoding:
                Encoding = field.Value;
                break;
            default:
                Metadata ??= [];
                _badMetadata ??= Metadata.TryAddReceived(field.Key, field.Value) ? null
                    : GrpcResponse.BadMetadata(field.Key, field.Value).Detail;
                break;
        }
    }
}
