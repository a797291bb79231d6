using System.Globalization;
using Fathom.Transport.Connections;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;

namespace Fathom.Transport.Client.Native;

/// <summary>The fields of one header section of a response, as they come. Composed by value into a call.</summary>
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

    /// <summary>Whether the response is one gRPC answers with, or what its being another means.</summary>
    public readonly Status Check() => GrpcResponse.Check(HttpStatus, _contentType);

    /// <summary>The status these fields say; Internal where their metadata cannot be read.</summary>
    public readonly Status ReadStatus() => CheckMetadata() is { IsOk: false } bad ? bad : GrpcResponse.ReadStatus(_status, _message);

    /// <summary>Whether the metadata could be read.</summary>
    public readonly Status CheckMetadata() =>
        _badMetadata is null ? Status.Ok : new Status(StatusCode.Internal, _badMetadata);

    private void Add(in KeyValuePair<string, string> field)
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
