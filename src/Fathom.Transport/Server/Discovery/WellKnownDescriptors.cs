namespace Fathom.Transport.Server.Discovery;

/// <summary>
/// Serialized <c>google.protobuf.FileDescriptorProto</c> of the services that every host can offer, and of the messages of protobuf that
/// code-first contracts use. They are what protoc writes for the same declarations.
/// </summary>
internal static class WellKnownDescriptors
{
    /// <summary><c>grpc/health/v1/health.proto</c>.</summary>
    public static ReadOnlyMemory<byte> Health { get; } = Convert.FromBase64String(
        "ChtncnBjL2hlYWx0aC92MS9oZWFsdGgucHJvdG8SDmdycGMuaGVhbHRoLnYxIi4KEkhlYWx0aENoZWNrUmVxdWVzdBIYCgdzZXJ2aWNlGAEgAS"
        + "gJUgdzZXJ2aWNlIrEBChNIZWFsdGhDaGVja1Jlc3BvbnNlEkkKBnN0YXR1cxgBIAEoDjIxLmdycGMuaGVhbHRoLnYxLkhlYWx0aENoZWNrUmVz"
        + "cG9uc2UuU2VydmluZ1N0YXR1c1IGc3RhdHVzIk8KDVNlcnZpbmdTdGF0dXMSCwoHVU5LTk9XThAAEgsKB1NFUlZJTkcQARIPCgtOT1RfU0VSVk"
        + "lORxACEhMKD1NFUlZJQ0VfVU5LTk9XThADMq4BCgZIZWFsdGgSUAoFQ2hlY2sSIi5ncnBjLmhlYWx0aC52MS5IZWFsdGhDaGVja1JlcXVlc3Qa"
        + "Iy5ncnBjLmhlYWx0aC52MS5IZWFsdGhDaGVja1Jlc3BvbnNlElIKBVdhdGNoEiIuZ3JwYy5oZWFsdGgudjEuSGVhbHRoQ2hlY2tSZXF1ZXN0Gi"
        + "MuZ3JwYy5oZWFsdGgudjEuSGVhbHRoQ2hlY2tSZXNwb25zZTABYgZwcm90bzM=");

    /// <summary><c>grpc/reflection/v1/reflection.proto</c>.</summary>
    public static ReadOnlyMemory<byte> Reflection { get; } = Convert.FromBase64String(
        "CiNncnBjL3JlZmxlY3Rpb24vdjEvcmVmbGVjdGlvbi5wcm90bxISZ3JwYy5yZWZsZWN0aW9uLnYxIvMCChdTZXJ2ZXJSZWZsZWN0aW9uUmVxdW"
        + "VzdBISCgRob3N0GAEgASgJUgRob3N0EioKEGZpbGVfYnlfZmlsZW5hbWUYAyABKAlIAFIOZmlsZUJ5RmlsZW5hbWUSNgoWZmlsZV9jb250YWlu"
        + "aW5nX3N5bWJvbBgEIAEoCUgAUhRmaWxlQ29udGFpbmluZ1N5bWJvbBJiChlmaWxlX2NvbnRhaW5pbmdfZXh0ZW5zaW9uGAUgASgLMiQuZ3JwYy"
        + "5yZWZsZWN0aW9uLnYxLkV4dGVuc2lvblJlcXVlc3RIAFIXZmlsZUNvbnRhaW5pbmdFeHRlbnNpb24SQgodYWxsX2V4dGVuc2lvbl9udW1iZXJz"
        + "X29mX3R5cGUYBiABKAlIAFIZYWxsRXh0ZW5zaW9uTnVtYmVyc09mVHlwZRIlCg1saXN0X3NlcnZpY2VzGAcgASgJSABSDGxpc3RTZXJ2aWNlc0"
        + "IRCg9tZXNzYWdlX3JlcXVlc3QiZgoQRXh0ZW5zaW9uUmVxdWVzdBInCg9jb250YWluaW5nX3R5cGUYASABKAlSDmNvbnRhaW5pbmdUeXBlEikK"
        + "EGV4dGVuc2lvbl9udW1iZXIYAiABKAVSD2V4dGVuc2lvbk51bWJlciKuBAoYU2VydmVyUmVmbGVjdGlvblJlc3BvbnNlEh0KCnZhbGlkX2hvc3"
        + "QYASABKAlSCXZhbGlkSG9zdBJWChBvcmlnaW5hbF9yZXF1ZXN0GAIgASgLMisuZ3JwYy5yZWZsZWN0aW9uLnYxLlNlcnZlclJlZmxlY3Rpb25S"
        + "ZXF1ZXN0Ug9vcmlnaW5hbFJlcXVlc3QSZgoYZmlsZV9kZXNjcmlwdG9yX3Jlc3BvbnNlGAQgASgLMiouZ3JwYy5yZWZsZWN0aW9uLnYxLkZpbG"
        + "VEZXNjcmlwdG9yUmVzcG9uc2VIAFIWZmlsZURlc2NyaXB0b3JSZXNwb25zZRJyCh5hbGxfZXh0ZW5zaW9uX251bWJlcnNfcmVzcG9uc2UYBSAB"
        + "KAsyKy5ncnBjLnJlZmxlY3Rpb24udjEuRXh0ZW5zaW9uTnVtYmVyUmVzcG9uc2VIAFIbYWxsRXh0ZW5zaW9uTnVtYmVyc1Jlc3BvbnNlEl8KFm"
        + "xpc3Rfc2VydmljZXNfcmVzcG9uc2UYBiABKAsyJy5ncnBjLnJlZmxlY3Rpb24udjEuTGlzdFNlcnZpY2VSZXNwb25zZUgAUhRsaXN0U2Vydmlj"
        + "ZXNSZXNwb25zZRJKCg5lcnJvcl9yZXNwb25zZRgHIAEoCzIhLmdycGMucmVmbGVjdGlvbi52MS5FcnJvclJlc3BvbnNlSABSDWVycm9yUmVzcG"
        + "9uc2VCEgoQbWVzc2FnZV9yZXNwb25zZSJMChZGaWxlRGVzY3JpcHRvclJlc3BvbnNlEjIKFWZpbGVfZGVzY3JpcHRvcl9wcm90bxgBIAMoDFIT"
        + "ZmlsZURlc2NyaXB0b3JQcm90byJqChdFeHRlbnNpb25OdW1iZXJSZXNwb25zZRIkCg5iYXNlX3R5cGVfbmFtZRgBIAEoCVIMYmFzZVR5cGVOYW"
        + "1lEikKEGV4dGVuc2lvbl9udW1iZXIYAiADKAVSD2V4dGVuc2lvbk51bWJlciJUChNMaXN0U2VydmljZVJlc3BvbnNlEj0KB3NlcnZpY2UYASAD"
        + "KAsyIy5ncnBjLnJlZmxlY3Rpb24udjEuU2VydmljZVJlc3BvbnNlUgdzZXJ2aWNlIiUKD1NlcnZpY2VSZXNwb25zZRISCgRuYW1lGAEgASgJUg"
        + "RuYW1lIlMKDUVycm9yUmVzcG9uc2USHQoKZXJyb3JfY29kZRgBIAEoBVIJZXJyb3JDb2RlEiMKDWVycm9yX21lc3NhZ2UYAiABKAlSDGVycm9y"
        + "TWVzc2FnZTKJAQoQU2VydmVyUmVmbGVjdGlvbhJ1ChRTZXJ2ZXJSZWZsZWN0aW9uSW5mbxIrLmdycGMucmVmbGVjdGlvbi52MS5TZXJ2ZXJSZW"
        + "ZsZWN0aW9uUmVxdWVzdBosLmdycGMucmVmbGVjdGlvbi52MS5TZXJ2ZXJSZWZsZWN0aW9uUmVzcG9uc2UoATABYgZwcm90bzM=");

    /// <summary><c>grpc/reflection/v1alpha/reflection.proto</c>.</summary>
    public static ReadOnlyMemory<byte> ReflectionAlpha { get; } = Convert.FromBase64String(
        "CihncnBjL3JlZmxlY3Rpb24vdjFhbHBoYS9yZWZsZWN0aW9uLnByb3RvEhdncnBjLnJlZmxlY3Rpb24udjFhbHBoYSL4AgoXU2VydmVyUmVmbG"
        + "VjdGlvblJlcXVlc3QSEgoEaG9zdBgBIAEoCVIEaG9zdBIqChBmaWxlX2J5X2ZpbGVuYW1lGAMgASgJSABSDmZpbGVCeUZpbGVuYW1lEjYKFmZp"
        + "bGVfY29udGFpbmluZ19zeW1ib2wYBCABKAlIAFIUZmlsZUNvbnRhaW5pbmdTeW1ib2wSZwoZZmlsZV9jb250YWluaW5nX2V4dGVuc2lvbhgFIA"
        + "EoCzIpLmdycGMucmVmbGVjdGlvbi52MWFscGhhLkV4dGVuc2lvblJlcXVlc3RIAFIXZmlsZUNvbnRhaW5pbmdFeHRlbnNpb24SQgodYWxsX2V4"
        + "dGVuc2lvbl9udW1iZXJzX29mX3R5cGUYBiABKAlIAFIZYWxsRXh0ZW5zaW9uTnVtYmVyc09mVHlwZRIlCg1saXN0X3NlcnZpY2VzGAcgASgJSA"
        + "BSDGxpc3RTZXJ2aWNlc0IRCg9tZXNzYWdlX3JlcXVlc3QiZgoQRXh0ZW5zaW9uUmVxdWVzdBInCg9jb250YWluaW5nX3R5cGUYASABKAlSDmNv"
        + "bnRhaW5pbmdUeXBlEikKEGV4dGVuc2lvbl9udW1iZXIYAiABKAVSD2V4dGVuc2lvbk51bWJlciLHBAoYU2VydmVyUmVmbGVjdGlvblJlc3Bvbn"
        + "NlEh0KCnZhbGlkX2hvc3QYASABKAlSCXZhbGlkSG9zdBJbChBvcmlnaW5hbF9yZXF1ZXN0GAIgASgLMjAuZ3JwYy5yZWZsZWN0aW9uLnYxYWxw"
        + "aGEuU2VydmVyUmVmbGVjdGlvblJlcXVlc3RSD29yaWdpbmFsUmVxdWVzdBJrChhmaWxlX2Rlc2NyaXB0b3JfcmVzcG9uc2UYBCABKAsyLy5ncn"
        + "BjLnJlZmxlY3Rpb24udjFhbHBoYS5GaWxlRGVzY3JpcHRvclJlc3BvbnNlSABSFmZpbGVEZXNjcmlwdG9yUmVzcG9uc2USdwoeYWxsX2V4dGVu"
        + "c2lvbl9udW1iZXJzX3Jlc3BvbnNlGAUgASgLMjAuZ3JwYy5yZWZsZWN0aW9uLnYxYWxwaGEuRXh0ZW5zaW9uTnVtYmVyUmVzcG9uc2VIAFIbYW"
        + "xsRXh0ZW5zaW9uTnVtYmVyc1Jlc3BvbnNlEmQKFmxpc3Rfc2VydmljZXNfcmVzcG9uc2UYBiABKAsyLC5ncnBjLnJlZmxlY3Rpb24udjFhbHBo"
        + "YS5MaXN0U2VydmljZVJlc3BvbnNlSABSFGxpc3RTZXJ2aWNlc1Jlc3BvbnNlEk8KDmVycm9yX3Jlc3BvbnNlGAcgASgLMiYuZ3JwYy5yZWZsZW"
        + "N0aW9uLnYxYWxwaGEuRXJyb3JSZXNwb25zZUgAUg1lcnJvclJlc3BvbnNlQhIKEG1lc3NhZ2VfcmVzcG9uc2UiTAoWRmlsZURlc2NyaXB0b3JS"
        + "ZXNwb25zZRIyChVmaWxlX2Rlc2NyaXB0b3JfcHJvdG8YASADKAxSE2ZpbGVEZXNjcmlwdG9yUHJvdG8iagoXRXh0ZW5zaW9uTnVtYmVyUmVzcG"
        + "9uc2USJAoOYmFzZV90eXBlX25hbWUYASABKAlSDGJhc2VUeXBlTmFtZRIpChBleHRlbnNpb25fbnVtYmVyGAIgAygFUg9leHRlbnNpb25OdW1i"
        + "ZXIiWQoTTGlzdFNlcnZpY2VSZXNwb25zZRJCCgdzZXJ2aWNlGAEgAygLMiguZ3JwYy5yZWZsZWN0aW9uLnYxYWxwaGEuU2VydmljZVJlc3Bvbn"
        + "NlUgdzZXJ2aWNlIiUKD1NlcnZpY2VSZXNwb25zZRISCgRuYW1lGAEgASgJUgRuYW1lIlMKDUVycm9yUmVzcG9uc2USHQoKZXJyb3JfY29kZRgB"
        + "IAEoBVIJZXJyb3JDb2RlEiMKDWVycm9yX21lc3NhZ2UYAiABKAlSDGVycm9yTWVzc2FnZTKTAQoQU2VydmVyUmVmbGVjdGlvbhJ/ChRTZXJ2ZX"
        + "JSZWZsZWN0aW9uSW5mbxIwLmdycGMucmVmbGVjdGlvbi52MWFscGhhLlNlcnZlclJlZmxlY3Rpb25SZXF1ZXN0GjEuZ3JwYy5yZWZsZWN0aW9u"
        + "LnYxYWxwaGEuU2VydmVyUmVmbGVjdGlvblJlc3BvbnNlKAEwAWIGcHJvdG8z");

    /// <summary>Files that others import: timestamp.proto, duration.proto and empty.proto of <c>google/protobuf</c>.</summary>
    public static IReadOnlyList<ReadOnlyMemory<byte>> All { get; } =
    [
        Convert.FromBase64String(
            "Ch9nb29nbGUvcHJvdG9idWYvdGltZXN0YW1wLnByb3RvEg9nb29nbGUucHJvdG9idWYiOwoJVGltZXN0YW1wEhgKB3NlY29uZHMYASABKANSB3"
            + "NlY29uZHMSFAoFbmFub3MYAiABKAVSBW5hbm9zYgZwcm90bzM="),
        Convert.FromBase64String(
            "Ch5nb29nbGUvcHJvdG9idWYvZHVyYXRpb24ucHJvdG8SD2dvb2dsZS5wcm90b2J1ZiI6CghEdXJhdGlvbhIYCgdzZWNvbmRzGAEgASgDUgdzZW"
            + "NvbmRzEhQKBW5hbm9zGAIgASgFUgVuYW5vc2IGcHJvdG8z"),
        Convert.FromBase64String(
            "Chtnb29nbGUvcHJvdG9idWYvZW1wdHkucHJvdG8SD2dvb2dsZS5wcm90b2J1ZiIHCgVFbXB0eWIGcHJvdG8z"),
    ];
}
