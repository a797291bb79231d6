using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;
using Google.Protobuf;

namespace Fathom.FunctionalTests.Transport;

/// <summary>Requests and failures, in few words.</summary>
internal static class Messages
{
    public static EchoRequest Request(string payload) => new() { Payload = ByteString.CopyFromUtf8(payload) };

    public static EchoRequest Request(int size) => new() { Payload = ByteString.CopyFrom(Pattern(size)) };

    public static byte[] Pattern(int size) => [.. Enumerable.Range(0, size).Select(i => (byte)(i * 31 >> 3))];

    public static string Text(this EchoReply reply) => reply.Payload.ToStringUtf8();

    public static async IAsyncEnumerable<T> Stream<T>(params T[] items)
    {
        foreach (var item in items)
        {
            await Task.Yield();
            yield return item;
        }
    }

    public static async Task<List<T>> ListAsync<T>(this IAsyncEnumerable<T> items)
    {
        List<T> list = [];
        await foreach (var item in items)
        {
            list.Add(item);
        }

        return list;
    }

    /// <summary>The failure of a call: its status as one line and the exception for more.</summary>
    public static async Task<RpcException> FailureAsync(Func<Task> call) => await Should.ThrowAsync<RpcException>(call);

    public static CallOptions Within(double seconds) => new() { Deadline = Deadline.After(TimeSpan.FromSeconds(seconds)) };

    public static Metadata Metadata(params (string Key, string Value)[] entries)
    {
        Metadata metadata = [];
        foreach (var (key, value) in entries)
        {
            metadata.Add(key, value);
        }

        return metadata;
    }
}
