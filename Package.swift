// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// Off (`STATIC=no`), askcred is linked against the shared C libraries, for distributions.
let isStatic = Context.environment["STATIC"] != "no"

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// By default the compiler saves space: the runtime looks a generic type up by its name, and copies a
// value by a description of its layout. The first time of each is slow, and a short run has no second.
let fast: [SwiftSetting] =
  strict + [
    // One call of a string method from the library of regular expressions makes the program larger by
    // 1.5 MB, and slower to start.
    .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
    .unsafeFlags(
      [
        "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
        "-Xfrontend", "-disable-type-layout",
      ], .when(configuration: .release)),
  ]

/// One module of the house. `uses` are the arrows of the plan, from upper floors down; the package
/// manager refuses an import that is not drawn here.
func module(_ name: String, uses: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: uses, swiftSettings: fast)
}

func tests(_ name: String, uses: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: uses, swiftSettings: strict)
}

// The program is static and position-independent. lld because gold cannot link that; `now` because
// lazy binding saves registers that hold pieces of secrets to the stack.
let linking: [String] =
  isStatic
  ? [
    "-static-executable", "-use-ld=lld", "-Xclang-linker", "-static-pie",
    "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--gc-sections",
    "-Xlinker", "-s", "-Xlinker", "--wrap=swift_copyAuxiliaryExecutablePath",
    "-Xlinker", "--wrap=_dl_relocate_static_pie", "-Xlinker", "--wrap=_dl_get_origin",
    "-Xlinker", "-T", "-Xlinker", "\(Context.packageDirectory)/Sources/askcred/start.ld",
  ]
  : ["-static-stdlib", "-Xlinker", "-z", "-Xlinker", "now"]

let package = Package(
  name: "askcred",
  targets: [
    .executableTarget(
      name: "askcred",
      dependencies: [
        "Arguments", "Prompting", "Backends", "Formats", "Age", "Credentials", "Posix",
      ],
      exclude: ["start.ld"],
      swiftSettings: fast,
      linkerSettings: [.unsafeFlags(linking, .when(configuration: .release))]),

    module("Arguments", uses: ["Formats", "Credentials", "Posix"]),
    module("Prompting", uses: ["CEdit", "CUtf8proc", "Credentials", "Posix"]),
    module("Backends", uses: ["CKeyutils", "Age", "Formats", "Credentials", "Posix"]),
    module("Formats", uses: ["Json", "Crypt", "Credentials", "Posix"]),
    module("Json", uses: ["CJansson", "Credentials"]),
    module("Crypt", uses: ["CCrypt", "Credentials", "Posix"]),
    module("Age", uses: ["Primitives", "Credentials", "Posix"]),
    module("Primitives", uses: ["CSodiumCrypto", "Credentials"]),
    module("Credentials", uses: ["CSodium", "Posix"]),
    module("Posix", uses: ["CSystem"]),

    .target(
      name: "TestSupport", dependencies: ["CSystem", "Credentials", "Posix"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("JsonTests", uses: ["Json", "Credentials", "TestSupport"]),
    tests("CryptTests", uses: ["Crypt", "Credentials", "Posix", "TestSupport"]),
    tests("FormatsTests", uses: ["Formats", "Credentials", "Posix", "TestSupport"]),
    tests("PeersTests", uses: ["Formats", "Credentials", "Posix", "TestSupport"]),
    tests("PosixTests", uses: ["Posix", "CSystem"]),
    tests("CredentialsTests", uses: ["Credentials", "Posix", "TestSupport"]),
    tests(
      "BackendsTests",
      uses: ["Backends", "Age", "Formats", "Credentials", "Posix", "TestSupport", "CSandbox"]),
    .target(name: "CSandbox", path: "Tests/CSandbox"),
    tests("PromptingTests", uses: ["Prompting", "Credentials", "Posix"]),
    tests("ArgumentsTests", uses: ["Arguments", "Formats", "Credentials", "Posix"]),
    tests("DocumentsTests", uses: ["Arguments", "Formats", "Posix", "TestSupport"]),
    tests("PrimitivesTests", uses: ["Primitives", "Credentials"]),
    tests("AgeTests", uses: ["Age", "Primitives", "Credentials", "Posix"]),

    .target(name: "CSystem"),
    .systemLibrary(name: "CEdit"),
    .systemLibrary(name: "CSodium"),
    .systemLibrary(name: "CSodiumCrypto"),
    .systemLibrary(name: "CUtf8proc"),
    .systemLibrary(name: "CKeyutils"),
    .systemLibrary(name: "CJansson"),
    .systemLibrary(name: "CCrypt"),

    .target(name: "CPty", path: "Tests/CPty"),
    .target(
      name: "TerminalSession", dependencies: ["CPty"], path: "Tests/TerminalSession",
      swiftSettings: strict),
    tests("SessionsTests", uses: ["TerminalSession"]),
  ],
  swiftLanguageModes: [.v6]
)
