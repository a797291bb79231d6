using Fathom.Transport.Calls;
using Fathom.Transport.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Subjects.Download;

/// <summary>The methods of <c>fathom.download.Downloads</c>.</summary>
public static class DownloadMethods
{
    /// <summary>The service's name, package included.</summary>
    public const string Service = "fathom.download.Downloads";

    /// <summary>The published method.</summary>
    public static Method<Empty, Candidate> DownloadAllCv { get; } = new(
        MethodKind.ServerStreaming, Service, "DownloadAllCv", new ProtobufMarshaller<Empty>(), new ProtobufMarshaller<Candidate>());
}
