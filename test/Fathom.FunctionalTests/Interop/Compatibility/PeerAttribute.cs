namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>The program on the other side of a test. On a class it is that of all its tests.</summary>
/// <param name="name">Its name, as docs/compatibility.md has it.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method, AllowMultiple = true)]
internal sealed class PeerAttribute(string name) : Attribute
{
    public const string AspNetCore = "Grpc.AspNetCore";
    public const string Go = "grpc-go";
    public const string Python = "grpcio";
    public const string JavaScript = "grpc-js";
    public const string Cpp = "gRPC C++";
    public const string Nginx = "nginx";
    public const string Haproxy = "HAProxy";
    public const string Nghttpx = "nghttpx";
    public const string Tinyproxy = "tinyproxy";

    /// <summary>The columns of the page.</summary>
    public static readonly string[] All = [AspNetCore, Go, Python, JavaScript, Cpp, Nginx, Haproxy, Nghttpx, Tinyproxy];

    public string Name => name;
}
