using Google.Protobuf;

namespace Fathom.FunctionalTests.Interop.Cases;

/// <summary>Names, sizes and messages of gRPC's interoperability cases (grpc: doc/interop-test-descriptions.md).</summary>
internal static class InteropMessages
{
    public const string InitialKey = "x-grpc-test-echo-initial";
    public const string InitialValue = "test_initial_metadata_value";
    public const string TrailingKey = "x-grpc-test-echo-trailing-bin";
    public const string StatusMessage = "test status message";
    public const string SpecialMessage = "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n";
    public const int LargeRequest = 271_828;
    public const int LargeResponse = 314_159;

    /// <summary>Sizes of requests in streams, and of the replies to them.</summary>
    public static readonly int[] Requests = [27_182, 8, 1_828, 45_904];
    public static readonly int[] Replies = [31_415, 9, 2_653, 58_979];

    public static readonly byte[] TrailingValue = [0xab, 0xab, 0xab];

    public static Payload Zeros(int size) => new() { Body = ByteString.CopyFrom(new byte[size]) };

    public static SimpleRequest Large(bool compressedReply = false) => new()
    {
        ResponseSize = LargeResponse, Payload = Zeros(LargeRequest), ResponseCompressed = new BoolValue { Value = compressedReply },
    };

    /// <summary>A request of replies with these sizes.</summary>
    public static StreamingOutputCallRequest Wanted(IEnumerable<int> sizes, int size = 0, bool compressed = false,
        int intervalMicroseconds = 0) => new()
    {
        Payload = Zeros(size),
        ResponseParameters =
        {
            sizes.Select(wanted => new ResponseParameters
            {
                Size = wanted, IntervalUs = intervalMicroseconds, Compressed = new BoolValue { Value = compressed },
            }),
        },
    };

    public static IEnumerable<StreamingInputCallRequest> Inputs(params IEnumerable<int> sizes) =>
        sizes.Select(size => new StreamingInputCallRequest { Payload = Zeros(size) });
}
