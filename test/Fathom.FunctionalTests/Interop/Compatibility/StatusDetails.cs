using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>The metadata <c>grpc-status-details-bin</c>: a google.rpc.Status with one detail.</summary>
internal static class StatusDetails
{
    public static byte[] Encode(int code, string message, string detail)
    {
        using var status = new MemoryStream();
        using (var output = new CodedOutputStream(status))
        {
            output.WriteTag(1, WireFormat.WireType.Varint);
            output.WriteInt32(code);
            output.WriteTag(2, WireFormat.WireType.LengthDelimited);
            output.WriteString(message);
            output.WriteTag(3, WireFormat.WireType.LengthDelimited);
            output.WriteMessage(Any.Pack(new StringValue { Value = detail }));
        }

        return status.ToArray();
    }

    public static string Base64(int code, string message, string detail) => Convert.ToBase64String(Encode(code, message, detail));
}
