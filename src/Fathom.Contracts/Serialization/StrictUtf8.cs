using System.Text;

namespace Fathom.Contracts.Serialization;

/// <summary>UTF-8 that refuses what is none: proto3 strings are valid UTF-8 both ways.</summary>
internal static class StrictUtf8
{
    public static readonly UTF8Encoding Encoding = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
}
